import HearthModel
import HearthSocket
import HearthTestSupport
import HearthWire
import Testing

@testable import HearthClient

/// What a session sends and hands over, step by step.
@Suite final class SessionTests {
    private var session = ClientSession(
        hello: Hello(major: 1, minor: 0, app: App(bundleIdentifier: "org.example.test")),
        reconnection: Reconnection(firstPause: 10, longestPause: 80, reconnectTimeout: 1_000, welcomeTimeout: 500)
    )
    private let lostConnection = SocketError(.failed, "the connection has broken")
    private let nobody = SocketError(.noServer, "nobody listens")

    // MARK: - Steps

    private func receive(_ call: UInt64, _ reply: Reply) throws -> Bool {
        var bytes: [UInt8] = []
        try FrameEncoder().append(ServerFrame(call: call, reply), to: &bytes)
        let frame = try FrameDecoder().serverFrame(bytes.span.bytes.extracting(droppingFirst: 4))
        return session.receive(frame, bytes: bytes.count - 4)
    }

    private func sent() -> [ClientFrame] {
        var frames: [ClientFrame] = []
        while let frame = session.nextFrame() {
            frames.append(frame)
        }
        return frames
    }

    /// Connects and says what has to be said; what is sent then.
    private func open(_ limits: Limits = .standard) throws -> [ClientFrame] {
        session.connected(at: 0)
        let hello = try #require(sent().first)
        let welcome = Welcome(major: 1, minor: 0, serverVersion: "", storeID: exampleID(0), limits: limits)
        #expect(try receive(hello.call, .welcome(welcome)))
        return sent()
    }

    private func begin(_ request: Request) -> ClientCallID { session.begin(ClientCall(request)) }

    private func save(_ columns: SampleColumns, frameBytes: Int = SaveFrames.usualBytes) throws -> ClientCall {
        ClientCall(.save(Save(columns: [])), save: try SaveFrames([columns], frameBytes: frameBytes))
    }

    private func failure(of id: ClientCallID) -> (any Error)? {
        if case .failure(let error) = session.take(id) { error } else { nil }
    }

    // MARK: - The handshake

    @Test func nothingIsSentBeforeWelcome() throws {
        let ping = begin(.ping(Ping()))
        session.connected(at: 0)
        let hello = sent()
        #expect(hello.map(\.request) == [.hello(session.hello)])
        #expect(sent() == [])
        // What is not about the Hello does not count.
        #expect(try receive(7, .done(Done(reason: .complete))))
        let welcome = Welcome(major: 1, minor: 0, serverVersion: "", storeID: exampleID(0))
        #expect(try receive(hello[0].call, .welcome(welcome)))
        let opened = sent()
        #expect(opened.map(\.request) == [.ping(Ping())])
        #expect(opened[0].call > hello[0].call)
        #expect(try receive(opened[0].call, .pong(Pong(payload: [], anchor: [], time: Timestamp(nanoseconds: 0)))))
        guard case .reply(.pong) = session.take(ping) else {
            Issue.record("no reply came")
            return
        }
        guard case .end = session.take(ping) else {
            Issue.record("the call goes on")
            return
        }
    }

    @Test(arguments: [ErrorCode.versionUnsupported, .invalidArgument, .limitExceeded])
    func aRefusalIsTheErrorOfAllCalls(_ code: ErrorCode) throws {
        let calls = [begin(.status), begin(.ping(Ping()))]
        session.connected(at: 0)
        let hello = try #require(sent().first)
        #expect(try !receive(hello.call, .error(ErrorReply(HearthError(code, "no")))))
        for call in calls {
            #expect((failure(of: call) as? HearthError)?.code == code)
        }
        #expect(session.lost(lostConnection, at: 0, jitter: 0) == .rest)
    }

    /// Another major version, and limits with which nothing can be sent.
    @Test(arguments: ["major", "limits.frame_bytes", "limits.open_calls"])
    func aWelcomeThatNobodyCanWorkWithIsAnError(_ field: String) throws {
        var welcome = Welcome(major: 1, minor: 0, serverVersion: "", storeID: exampleID(0))
        switch field {
        case "major": welcome.major = 2
        case "limits.frame_bytes": welcome.limits.frameBytes = 0
        default: welcome.limits.openCalls = 0
        }
        let call = begin(.ping(Ping()))
        session.connected(at: 0)
        let hello = try #require(sent().first)
        #expect(try !receive(hello.call, .welcome(welcome)))
        let error = try #require(failure(of: call) as? HearthError)
        #expect(error.code == .valueOutOfRange && error.field == "welcome.\(field)")
        #expect(session.welcome == nil && sent().isEmpty)
        #expect(session.lost(lostConnection, at: 0, jitter: 0) == .rest)
    }

    /// A first call, too, waits for a server whose queue of connections is full.
    @Test func aBusyServerIsTriedUntilTheTimeOfTheCallIsOver() throws {
        let call = begin(.ping(Ping()))
        var time: Int64 = 0
        var attempts = 0
        while case .connect(let pause) = session.failedToConnect(SocketError(.busy, "busy"), at: time, jitter: 1) {
            attempts += 1
            time += pause
        }
        #expect(attempts > 10 && time > 900 && time <= 1_000)
        let error = failure(of: call) as? SocketError
        #expect(error?.reason == .noServer && error?.description.contains("does not answer") == true)
    }

    @Test func aServerThatDoesNotGreetInTimeIsLeft() throws {
        let call = begin(.ping(Ping()))
        #expect(session.timeToGreet(at: 50) == nil)
        session.connected(at: 100)
        _ = sent()
        #expect(session.timeToGreet(at: 150) == 450 && session.timeToGreet(at: 700) == 0)
        #expect(session.endWithoutGreeting() == .rest)
        #expect((failure(of: call) as? SocketError)?.reason == .noServer)
        // The next call tries again.
        _ = begin(.status)
        #expect(session.phase == .connecting)
        _ = try open()
        #expect(session.timeToGreet(at: 150) == nil)
    }

    @Test func endsBeforeWelcomeAreARefusal() throws {
        let call = begin(.status)
        var attempts = 0
        var step = ClientSession.Step.connect(after: 0)
        while case .connect = step {
            attempts += 1
            session.connected(at: 0)
            _ = sent()
            step = session.lost(lostConnection, at: 0, jitter: 0)
        }
        #expect(attempts == Reconnector.greetingsMax)
        #expect((failure(of: call) as? SocketError)?.description.contains("HEARTH_SOCKET") == true)
    }

    @Test func aServerThatDiesBeforeWelcomeIsWaitedFor() throws {
        let call = begin(.ping(Ping()))
        session.connected(at: 0)
        _ = sent()
        #expect(session.lost(lostConnection, at: 0, jitter: 0) == .connect(after: 0))
        let nobody = SocketError(.noServer, "nobody listens")
        guard case .connect = session.failedToConnect(nobody, at: 0, jitter: 0) else {
            Issue.record("the session gives up")
            return
        }
        let ping = try open()[0].call
        #expect(try receive(ping, .pong(Pong(payload: [], anchor: [], time: Timestamp(nanoseconds: 0)))))
        guard case .reply(.pong) = session.take(call) else {
            Issue.record("no reply came")
            return
        }
    }

    // MARK: - Replies

    @Test func whatNobodyAskedForIsPassedOver() throws {
        let ping = begin(.ping(Ping()))
        let number = try open()[0].call
        #expect(try receive(number + 5, .committed(Committed(anchor: []))))
        #expect(try receive(number, .unknown))
        #expect(!session.calls.isEmpty)
        session.abandon(ping)
        #expect(session.calls.isEmpty && session.calls.abandoned == [number])
        #expect(try receive(number, .pong(Pong(payload: [], anchor: [], time: Timestamp(nanoseconds: 0)))))
        #expect(session.calls.abandoned.isEmpty)
        #expect(sent() == [])
    }

    @Test(arguments: [ErrorCode.protocolViolation, .malformedFrame, .frameTooLarge])
    func anErrorThatEndsTheConnectionEndsAllCalls(_ code: ErrorCode) throws {
        let call = begin(.observe(Observe(clauses: [])))
        _ = try open()
        #expect(try !receive(0, .error(ErrorReply(HearthError(code, "no")))))
        #expect((failure(of: call) as? HearthError)?.code == code)
        #expect(session.lost(lostConnection, at: 0, jitter: 0) == .rest)
    }

    @Test func aServerThatStopsIsWaitedFor() throws {
        let query = begin(.querySamples(QuerySamples(clauses: [Clause(type: .heartRate)])))
        let number = try open()[0].call
        #expect(try receive(number, .error(ErrorReply(HearthError(.shuttingDown, "later")))))
        _ = begin(.status)
        #expect(sent() == [])
        #expect(session.lost(lostConnection, at: 0, jitter: 0) == .connect(after: 0))
        #expect(try open().count == 2)
        #expect(failure(of: query) == nil)
    }

    @Test func creditIsGrantedForWhatWasTaken() throws {
        var limits = Limits.standard
        limits.initialCreditBytes = 2_000
        let query = begin(.querySamples(QuerySamples(clauses: [Clause(type: .heartRate)])))
        let number = try open(limits)[0].call
        let batch = Reply.samples(SampleBatch(columns: [exampleSamples(0..<25)]))
        var bytes: [UInt8] = []
        try FrameEncoder().append(ServerFrame(call: number, batch), to: &bytes)
        #expect(try receive(number, batch) && receive(number, batch))
        #expect(sent() == [])
        _ = session.take(query)
        #expect(sent() == [])
        _ = session.take(query)
        let credit = Credit(bytes: UInt64(2 * (bytes.count - 4)))
        #expect(sent() == [ClientFrame(call: number, .credit(credit))])
    }

    @Test func callsBeyondTheLimitWait() throws {
        var limits = Limits.standard
        limits.openCalls = 2
        let calls = (0..<3).map { _ in begin(.status) }
        let opened = try open(limits)
        #expect(opened.count == 2)
        session.abandon(calls[0])
        // It is open at the server until that has answered.
        #expect(sent() == [])
        #expect(try receive(opened[0].call, .done(Done(reason: .cancelled))))
        #expect(sent().count == 1)
    }

    /// The session is one of 1.0.
    @Test func whatTheServerIsTooOldForIsNotSent() throws {
        let later = [
            begin(.backgroundDelivery(BackgroundDelivery())),
            begin(.acknowledge(Acknowledge(anchor: [1]))),
            begin(.queryChanges(QueryChanges(clauses: [], cursor: "upload"))),
        ]
        #expect(try open() == [])
        for call in later {
            #expect((failure(of: call) as? HearthError)?.code == .unimplemented)
        }
        _ = begin(.status)
        #expect(sent().map(\.request) == [.status])
    }

    // MARK: - Saves

    @Test func aLongSaveIsCut() throws {
        let columns = exampleSamples(0..<100)
        _ = session.begin(try save(columns, frameBytes: 1_000))
        let frames = try open()
        #expect(frames.count == 4)
        let saves = frames.compactMap { frame -> Save? in if case .save(let save) = frame.request { save } else { nil }
        }
        #expect(saves.flatMap { $0.columns.flatMap(\.ids) } == columns.ids)
        #expect(saves.map(\.more) == [true, true, true, false])
        #expect(Set(frames.map(\.call)).count == 1)
    }

    @Test func aSaveIsCutAsTheServerWantsIt() throws {
        var limits = Limits.standard
        limits.frameBytes = 4_096
        let columns = exampleSamples(0..<1_000)
        _ = session.begin(try save(columns))
        let frames = try open(limits)
        var ids: [ObjectID] = []
        for frame in frames {
            var bytes: [UInt8] = []
            try FrameEncoder().append(frame, to: &bytes)
            #expect(bytes.count <= 4 + 4_096)
            if case .save(let save) = frame.request {
                ids += save.columns.flatMap(\.ids)
            }
        }
        #expect(frames.count > 8 && ids == columns.ids)
    }

    @Test func aSaveThatIsGivenUpInTheMiddleIsCancelled() throws {
        let call = session.begin(try save(exampleSamples(0..<100), frameBytes: 1_000))
        session.connected(at: 0)
        let hello = try #require(sent().first)
        let welcome = Welcome(major: 1, minor: 0, serverVersion: "", storeID: exampleID(0))
        #expect(try receive(hello.call, .welcome(welcome)))
        let frame = session.nextFrame()
        let first = try #require(frame)
        session.abandon(call)
        #expect(sent() == [ClientFrame(call: first.call, .cancel)])
    }

    /// Records came with 1.4.
    @Test func anOlderServerGetsNoRecords() throws {
        let type = try #require(ObjectType(identifier: "HKDataTypeIdentifierStateOfMind"))
        let records = SampleColumns(
            type: type,
            ids: [exampleID(1)],
            starts: [Timestamp(nanoseconds: 0)],
            payload: .record(RecordColumns(records: [Record()]))
        )
        let match = AttributeMatch(name: .mindKind, relation: .equal, operands: .integers([1]))
        let matching = Clause(type: type, predicate: Predicate(terms: [.attribute(match)]))
        let calls = [
            session.begin(try save(records)),
            begin(.querySamples(QuerySamples(clauses: [Clause(type: type)]))),
            begin(.deleteObjects(DeleteObjects(.matching(matching)))),
        ]
        session.connected(at: 0)
        let hello = try #require(sent().first)
        let welcome = Welcome(major: 1, minor: 3, serverVersion: "", storeID: exampleID(0))
        #expect(try receive(hello.call, .welcome(welcome)))
        #expect(sent().isEmpty)
        for call in calls {
            #expect(failure(of: call) != nil)
        }
    }

    @Test func savesWaitForRoom() throws {
        var limits = Limits.standard
        limits.stagedBytes = 8_000
        for first in [0, 100, 200] {
            _ = session.begin(try save(exampleSamples(first..<first + 100)))
        }
        _ = begin(.status)
        let opened = try open(limits)
        #expect(opened.count == 3)
        #expect(try receive(opened[1].call, .committed(Committed(anchor: []))))
        #expect(sent().count == 1)
    }

    // MARK: - Loss

    @Test func aDeletionThatMayBeDoneIsDoneWhenNothingIsFound() throws {
        let deletion = Request.deleteObjects(DeleteObjects(.objects([exampleID(1), exampleID(2)])))
        let notFound = Reply.error(ErrorReply(HearthError(.objectNotFound, "no")))
        let first = begin(deletion)
        #expect(try receive(try open()[0].call, notFound))
        #expect((failure(of: first) as? HearthError)?.code == .objectNotFound)
        let second = begin(deletion)
        _ = sent()
        #expect(session.lost(lostConnection, at: 0, jitter: 0) == .connect(after: 0))
        #expect(try receive(try open()[0].call, notFound))
        guard case .reply(.committed(let committed)) = session.take(second) else {
            Issue.record("the deletion has failed")
            return
        }
        #expect(committed.deleted == 2)
    }

    @Test func changesGoOnFromTheLastWholeWrite() throws {
        let changes = begin(.queryChanges(QueryChanges(clauses: [], limit: 10)))
        let number = try open()[0].call
        func batch(_ numbers: Range<Int>, _ anchor: UInt8) -> Reply {
            .changes(ChangeBatch(added: [exampleSamples(numbers)], anchor: [anchor], caughtUp: false))
        }
        #expect(try receive(number, batch(0..<3, 1)))
        #expect(try receive(number, batch(3..<5, 1)))
        _ = session.lost(lostConnection, at: 0, jitter: 0)
        // First what is here is taken, without the part of a write that comes again.
        #expect(try open() == [])
        guard case .reply(.changes(let taken)) = session.take(changes) else {
            Issue.record("nothing is there")
            return
        }
        #expect(taken.added.flatMap(\.ids).count == 3)
        #expect(sent().map(\.request) == [.queryChanges(QueryChanges(clauses: [], anchor: [1], limit: 7))])
    }

    @Test func aQueryIsAskedAgainUntilSomethingWasTaken() throws {
        let query = Request.querySamples(QuerySamples(clauses: [Clause(type: .heartRate)]))
        let call = begin(query)
        let batch = Reply.samples(SampleBatch(columns: [exampleSamples(0..<3)]))
        #expect(try receive(try open()[0].call, batch))
        _ = session.lost(lostConnection, at: 0, jitter: 0)
        let again = try open()
        #expect(again.map(\.request) == [query])
        #expect(try receive(again[0].call, batch) && receive(again[0].call, batch))
        _ = session.take(call)
        _ = session.lost(lostConnection, at: 0, jitter: 0)
        guard case .reply = session.take(call) else {
            Issue.record("what had come is gone")
            return
        }
        #expect((failure(of: call) as? SocketError)?.reason == .interrupted)
    }

    @Test func pausesGrowUntilPatienceEnds() throws {
        let call = begin(.observe(Observe(clauses: [])))
        _ = try open()
        var time: Int64 = 100
        var pauses: [Int64] = []
        var step = session.lost(lostConnection, at: time, jitter: 1)
        while case .connect(let pause) = step {
            pauses.append(pause)
            time += pause
            step = session.failedToConnect(nobody, at: time, jitter: 1)
        }
        #expect(pauses.prefix(6) == [0, 10, 20, 40, 80, 80])
        #expect(pauses.reduce(0, +) <= 1_000 && pauses.reduce(0, +) > 900)
        #expect((failure(of: call) as? SocketError)?.reason == .noServer)
        // Who asks later does not wait.
        let next = begin(.status)
        #expect(session.phase == .connecting)
        #expect(session.failedToConnect(nobody, at: time, jitter: 1) == .rest)
        #expect((failure(of: next) as? SocketError)?.reason == .noServer)
    }

    /// The servers live long enough to answer others.
    @Test func aCallThatEndsEachServerFailsWhenItsTimeIsOver() throws {
        let fatal = begin(.ping(Ping(payload: [1])))
        var opened = try open()
        var time: Int64 = 0
        var answered = 0
        while opened.contains(where: { $0.request == .ping(Ping(payload: [1])) }) {
            let other = begin(.ping(Ping(payload: [2])))
            let number = try #require(sent().first?.call)
            #expect(try receive(number, .pong(Pong(payload: [2], anchor: [], time: Timestamp(nanoseconds: 0)))))
            guard case .reply(.pong) = session.take(other) else {
                Issue.record("the other call has no reply")
                return
            }
            answered += 1
            time += 100
            guard case .connect = session.lost(lostConnection, at: time, jitter: 0) else { break }
            opened = try open()
        }
        #expect(answered == 12)
        let error = failure(of: fatal) as? SocketError
        #expect(error?.reason == .noServer && error?.description.contains("before it answered") == true)
        #expect(session.calls.isEmpty)
    }

    /// A stream that waits for its caller does not wait for the server.
    @Test func aStreamWhoseCallerTakesLateGoesOn() throws {
        let changes = begin(.queryChanges(QueryChanges(clauses: [], follow: true)))
        let batch = ChangeBatch(added: [exampleSamples(0..<3)], anchor: [1], caughtUp: true)
        #expect(try receive(try open()[0].call, .changes(batch)))
        for time: Int64 in [0, 2_000, 4_000] {
            #expect(session.lost(lostConnection, at: time, jitter: 0) != .rest)
            #expect(try open() == [])
        }
        guard case .reply(.changes) = session.take(changes) else {
            Issue.record("what had come is gone")
            return
        }
        let again = QueryChanges(clauses: [], anchor: [1], follow: true)
        #expect(sent().map(\.request) == [.queryChanges(again)])
        // It has a connection, and what it waits for now begins when that is lost.
        #expect(session.lost(lostConnection, at: 6_000, jitter: 0) != .rest)
        #expect(try open().count == 1)
    }

    @Test func aServerThatEndsAtEachGreetingIsNotAskedWithoutPauses() throws {
        _ = begin(.status)
        _ = try open()
        #expect(session.lost(lostConnection, at: 0, jitter: 0) == .connect(after: 0))
        _ = try open()
        #expect(session.lost(lostConnection, at: 0, jitter: 0) == .connect(after: 5))
        _ = try open()
        #expect(session.lost(lostConnection, at: 0, jitter: 0) == .connect(after: 10))
    }
}
