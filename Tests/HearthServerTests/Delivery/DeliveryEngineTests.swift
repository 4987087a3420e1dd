import HearthModel
import HearthStore
import Testing

@testable import HearthServer

/// The engine of background delivery, without a server.
@Suite struct DeliveryEngineTests {
    private static let app: AppID = "org.example.app"
    private static let call = CallID(connection: ConnectionID(number: 1), number: 2)
    private let harness: EngineHarness

    init() throws {
        harness = try EngineHarness([Self.app])
    }

    /// Starts the app for a change.
    private func start() throws -> AppProcessID {
        try harness.save()
        _ = harness.run()
        return try #require(try harness.storeNotes().started)
    }

    private func open(isAcknowledged: Bool = true) {
        harness.engine.callOpened(
            Self.call,
            NotifyingCall(observing: [EngineHarness.steps], isAcknowledged: isAcknowledged),
            of: Self.app
        )
    }

    private func notify() {
        harness.engine.didNotify(Self.call, ChangeNotification(commit: harness.snapshot.head))
    }

    // MARK: - Starting

    @Test func aStartWaitsForItsNoteToBeDurable() throws {
        try harness.save()
        #expect(harness.run() == [])
        #expect(harness.notes.map(\.note) == [DeliveryNote(.begun(harness.time.date), of: [EngineHarness.steps])])
        let effects = try harness.storeNotes()
        let id = try #require(effects.started)
        let launch = BackgroundLaunch(.command(["/app/\(Self.app)"], workingDirectory: "/"))
        #expect(
            effects == [
                .process(.start(id, app: Self.app, launch)), .log(.starts(app: Self.app, types: [EngineHarness.steps])),
            ]
        )
    }

    @Test func aRefusedNoteStartsNothingUntilThePauseIsOver() throws {
        try harness.save()
        #expect(harness.run() == [])
        #expect(harness.refuseNotes() == [] && harness.notes.isEmpty)
        #expect(harness.engine.deadline == harness.time.nanoseconds + harness.engine.options.rest)
        harness.pass(9)
        #expect(harness.run() == [] && harness.notes.isEmpty)
        harness.pass(1)
        #expect(harness.run() == [] && harness.notes.count == 1)
        #expect(try harness.storeNotes().started != nil)
    }

    @Test func anAppWithoutAFreeSlotStartsWhenOneBecomesFree() throws {
        let harness = try EngineHarness(["a", "b"], processesMax: 1)
        try harness.save()
        #expect(harness.run() == [] && harness.notes.count == 1)
        let first = try #require(harness.notes.first?.app)
        let id = try #require(try harness.storeNotes().started)
        #expect(harness.run() == [] && harness.notes.isEmpty)
        try harness.acknowledge(first)
        harness.engine.processEnded(id)
        #expect(harness.run() == [] && harness.notes.map(\.app) == [first == "a" ? "b" : "a"])
    }

    /// Registered apps whose processes do not end.
    private func sleepers(_ apps: [AppID], processesMax: Int = 2, inAll: Int = 4) throws -> EngineHarness {
        let harness = try EngineHarness(apps, processesMax: processesMax, processesMaxInAll: inAll, timeLimit: 3_600)
        try harness.save()
        _ = harness.run()
        return harness
    }

    @Test func anAppStartsBesideThoseThatHaveRunForAMinute() throws {
        let harness = try sleepers((0..<6).map { AppID("app\($0)") })
        #expect(try harness.storeNotes().allStarted.count == 2)
        harness.pass(59)
        #expect(harness.run() == [] && harness.notes.isEmpty)
        harness.pass(1)
        _ = harness.run()
        #expect(try harness.storeNotes().allStarted.count == 2)
    }

    /// There are as many in all as there may be: the first ends for each app that waits.
    @Test func theAppThatHasRunLongestEndsForTheNext() throws {
        let harness = try sleepers((0..<6).map { AppID("app\($0)") }, processesMax: 1, inAll: 2)
        let first = try #require(try harness.storeNotes().started)
        harness.pass(60)
        _ = harness.run()
        let second = try #require(try harness.storeNotes().started)
        #expect(harness.run().filter(\.isProcessOrder) == [] && harness.notes.isEmpty)
        harness.pass(60)
        #expect(harness.run().filter(\.isProcessOrder) == [.process(.end(first))])
        #expect(try harness.storeNotes().started == nil)
        harness.pass(1)
        #expect(harness.run() == [])
        harness.engine.processEnded(first)
        _ = harness.run()
        let third = try #require(try harness.storeNotes().started)
        #expect(harness.run().filter(\.isProcessOrder) == [])
        harness.pass(60)
        #expect(harness.run().filter(\.isProcessOrder) == [.process(.end(second))])
        #expect(third.number > second.number)
    }

    /// The apps that one process has introduced take a turn together.
    @Test func anAppDoesNotWaitForAllThatAnotherProcessHasIntroduced() throws {
        let harness = try EngineHarness([], processesMax: 1)
        let invented = (0..<8).map { AppID("a\($0)") }
        for app in invented {
            try harness.register(app, by: 7)
        }
        try harness.register("z", by: 8)
        try harness.save()
        _ = harness.run()
        var started: [AppID] = []
        for _ in 0..<3 {
            let app = try #require(harness.notes.first { $0.note.event.isBegin }?.app)
            started.append(app)
            let id = try #require(try harness.storeNotes().started)
            try harness.acknowledge(app)
            harness.engine.processEnded(id)
            _ = harness.run()
        }
        #expect(started.contains("z"), "\(started)")
    }

    @Test func anAcknowledgementUnderWayDelaysAStart() throws {
        let acknowledgement = Write.Operation.acknowledge(Acknowledge(anchor: [], types: [EngineHarness.steps]))
        harness.engine.willWrite(acknowledgement, for: Self.app, by: nil, in: harness.snapshot)
        try harness.save()
        #expect(harness.run() == [] && harness.notes.isEmpty)
        let refused = HearthError(.invalidArgument, "")
        #expect(
            harness.engine.didWrite(
                acknowledgement,
                for: Self.app,
                of: nil,
                refused,
                in: harness.snapshot,
                at: harness.time
            )
                == []
        )
        #expect(harness.run() == [] && harness.notes.count == 1)
    }

    @Test func aStoppingServerStartsNothing() throws {
        try harness.save()
        #expect(harness.run() == [] && harness.notes.count == 1)
        #expect(harness.engine.stop() == [])
        #expect(try harness.storeNotes() == [])
    }

    @Test func aStoppingServerAsksProcessesToEnd() throws {
        let id = try start()
        #expect(harness.engine.stop() == [.process(.end(id))])
    }

    // MARK: - Processes

    @Test func aProcessThatTakesTooLongIsEndedAndThenKilled() throws {
        let id = try start()
        harness.pass(29)
        #expect(harness.run() == [])
        harness.pass(1)
        #expect(
            harness.run() == [
                .log(.tookTooLong(app: Self.app)), .process(.end(id)),
                .log(.failed(app: Self.app, types: [EngineHarness.steps], suspended: false)),
            ]
        )
        #expect(try harness.storeNotes() == [] && harness.progress(Self.app)?.failures == 1)
        harness.pass(5)
        #expect(harness.run() == [.process(.kill(id))])
    }

    @Test func anEndedProcessFailsOnlyAfterItsConnectionsHaveClosed() throws {
        let id = try start()
        let connection = ConnectionID(number: harness.newestConnection.number + 1)
        harness.engine.clientIdentified(connection, as: Self.app)
        harness.engine.processEnded(id)
        #expect(harness.run() == [] && harness.notes.isEmpty)
        harness.engine.clientLeft(connection, Self.app)
        #expect(harness.run() == [.log(.failed(app: Self.app, types: [EngineHarness.steps], suspended: false))])
    }

    @Test func aConnectionOlderThanTheProcessDoesNotBelongToIt() throws {
        let id = try start()
        harness.engine.clientIdentified(harness.newestConnection, as: Self.app)
        harness.engine.processEnded(id)
        #expect(harness.run() == [.log(.failed(app: Self.app, types: [EngineHarness.steps], suspended: false))])
    }

    @Test func aProcessThatCannotStartIsLoggedAndFails() throws {
        let id = try start()
        #expect(
            harness.engine.processFailed(id, reason: "no such file")
                == [.log(.cannotStart(app: Self.app, reason: "no such file"))]
        )
        #expect(harness.run() == [.log(.failed(app: Self.app, types: [EngineHarness.steps], suspended: false))])
        #expect(harness.engine.processFailed(id, reason: "again") == [])
    }

    // MARK: - Calls

    @Test func aNotifiedAppIsNotStartedAndCanAcknowledge() throws {
        open()
        try harness.save()
        notify()
        #expect(harness.run() == [] && harness.notes.isEmpty)
        #expect(harness.engine.deadline == harness.time.nanoseconds + harness.engine.options.timeLimit)
        try harness.acknowledge(Self.app)
        harness.pass(100)
        #expect(harness.run() == [] && harness.notes.isEmpty)
    }

    // MARK: - Several calls of a connection

    private static let other = CallID(connection: ConnectionID(number: 1), number: 3)

    private func openOther() {
        let call = NotifyingCall(observing: [EngineHarness.steps], isAcknowledged: true)
        harness.engine.callOpened(Self.other, call, of: Self.app)
        for id in [Self.call, Self.other] {
            harness.engine.didPassOver(id, upTo: harness.snapshot.head)
        }
    }

    /// Sends a notice of a call. Returns the commit that the app acknowledges by it.
    private func sendNotice(of id: CallID) -> UInt64 {
        let notification = ChangeNotification(types: [EngineHarness.steps], commit: harness.snapshot.head)
        let anchor = harness.engine.willNotify(id, notification, in: harness.snapshot)
        harness.engine.didNotify(id, notification)
        return anchor?.sequence ?? notification.commit
    }

    @Test func theLastNoticeOfAConnectionOffersTheWhole() throws {
        open()
        openOther()
        let start = harness.snapshot.head
        try harness.save()
        #expect(sendNotice(of: Self.other) == start)
        let first = harness.snapshot.head
        try harness.save()
        // The first call tells of both saves at once, the other one has still to tell of the second.
        #expect(sendNotice(of: Self.call) == first)
        #expect(sendNotice(of: Self.other) == harness.snapshot.head)
        #expect(harness.run() == [])
    }

    /// Another call had nothing to tell, or has ended: a further notice offers what the first one could not.
    @Test(arguments: [true, false]) func aNoticeThatOfferedLessIsRepeated(isEnded: Bool) throws {
        open()
        openOther()
        try harness.save()
        #expect(sendNotice(of: Self.call) < harness.snapshot.head)
        #expect(harness.run() == [])
        if isEnded {
            harness.close(Self.other, position: 0)
        } else {
            harness.engine.didPassOver(Self.other, upTo: harness.snapshot.head)
        }
        #expect(harness.run() == [.remind(Self.call, of: EngineHarness.steps)])
        #expect(sendNotice(of: Self.call) == harness.snapshot.head)
        #expect(harness.run() == [])
        try harness.acknowledge(Self.app)
        #expect(harness.run() == [] && harness.notes.isEmpty)
    }

    /// What the app need not acknowledge, and calls of other connections, do not count.
    @Test func otherCallsOfferTheWholeAtOnce() throws {
        open(isAcknowledged: false)
        let elsewhere = CallID(connection: ConnectionID(number: 2), number: 2)
        let call = NotifyingCall(observing: [EngineHarness.steps], isAcknowledged: true)
        harness.engine.callOpened(elsewhere, call, of: Self.app)
        harness.engine.callOpened(Self.other, call, of: Self.app)
        try harness.save()
        #expect(sendNotice(of: Self.other) == harness.snapshot.head)
    }

    // MARK: - A cursor beside an observation

    private static let reading = CallID(connection: ConnectionID(number: 1), number: 4)

    /// Opens an observation and a call that follows a cursor.
    private func openReading(_ cursor: String = "sync", _ id: CallID = reading) {
        let call = NotifyingCall(following: [EngineHarness.steps], from: Array(cursor.utf8), lastNotified: 0)
        harness.engine.callOpened(id, call, of: Self.app)
        harness.told[id] = harness.snapshot.head
    }

    private func sendBatch(of id: CallID = reading) {
        harness.engine.didNotify(id, ChangeNotification(commit: harness.snapshot.head))
        harness.told[id] = harness.snapshot.head
    }

    private func observe() {
        _ = sendNotice(of: Self.call)
        harness.told[Self.call] = harness.snapshot.head
    }

    private var counts: Bool { harness.counts(Self.app, by: "sync", on: Self.reading.connection) }

    @Test func aCursorAcknowledgesANoticeBeforeItsBatch() throws {
        open()
        openReading()
        try harness.save()
        observe()
        sendBatch()
        #expect(counts)
    }

    @Test func aCursorAcknowledgesNoNoticeAfterItsBatch() throws {
        open()
        openReading()
        try harness.save()
        sendBatch()
        observe()
        #expect(!counts)
        #expect(harness.run() == [] && harness.notes.isEmpty)
        try harness.acknowledge(Self.app)
        #expect(harness.run() == [] && harness.notes.isEmpty)
        try harness.save()
        observe()
        sendBatch()
        #expect(counts)
    }

    /// The observation is still reading: the acknowledgement counts once it has passed over the change, or has ended.
    @Test(arguments: [true, false]) func anAcknowledgementWaitsForAnObservation(isEnded: Bool) throws {
        open()
        openReading()
        harness.told[Self.call] = harness.snapshot.head
        try harness.save()
        sendBatch()
        #expect(!counts)
        #expect(harness.run() == [] && harness.notes.isEmpty)
        if isEnded {
            harness.close(Self.call, position: 0)
        } else {
            harness.told[Self.call] = harness.snapshot.head
            harness.engine.didPassOver(Self.call, upTo: harness.snapshot.head)
        }
        #expect(harness.run() == [])
        #expect(
            harness.notes.map(\.note) == [DeliveryNote(.passedOver(harness.snapshot.head), of: [EngineHarness.steps])]
        )
        #expect(try harness.storeNotes() == [] && harness.progress(Self.app)?.acknowledged == harness.snapshot.head)
        #expect(harness.run() == [] && harness.notes.isEmpty)
    }

    /// What waits is dropped with the connection, as the app has not been told.
    @Test func anAcknowledgementEndsWithItsConnection() throws {
        open()
        openReading()
        try harness.save()
        sendBatch()
        #expect(!counts)
        for id in [Self.call, Self.reading] {
            harness.close(id, position: 0)
        }
        harness.engine.clientLeft(Self.call.connection, Self.app)
        #expect(harness.run() == [])
        #expect(harness.notes.map(\.note) == [DeliveryNote(.begun(harness.time.date), of: [EngineHarness.steps])])
    }

    /// What was refused acknowledges nothing later.
    @Test func nothingWaitsOfARefusedAcknowledgement() throws {
        open()
        openReading()
        harness.told[Self.call] = harness.snapshot.head
        try harness.save()
        sendBatch()
        #expect(!harness.counts(Self.app, by: "sync", on: Self.reading.connection, isRefused: true))
        harness.told[Self.call] = harness.snapshot.head
        harness.engine.didPassOver(Self.call, upTo: harness.snapshot.head)
        #expect(harness.run() == [] && harness.notes.isEmpty)
    }

    /// An app that invents cursors, and forgets them again, leaves as many waiting as it can have.
    @Test func aConnectionHoldsAsManyWaitingCursorsAsAnAppHas() {
        var cursors = ConnectionCursors()
        for number in 1...UInt64(3 * Limits.cursors) {
            cursors.wait(EngineHarness.steps, for: Array("cursor \(number)".utf8), upTo: number)
        }
        let waiting = cursors.waiting(EngineHarness.steps)
        #expect(waiting.count == Limits.cursors && waiting.values.min() == UInt64(2 * Limits.cursors + 1))
    }

    @Test func anAcknowledgementWaitsForAnotherCursor() throws {
        let other = CallID(connection: Self.reading.connection, number: 5)
        openReading()
        openReading("other", other)
        try harness.save()
        sendBatch()
        #expect(!counts)
        // It has sent its batch, and nothing says that the app has dealt with it.
        sendBatch(of: other)
        #expect(harness.run() == [] && harness.notes.isEmpty)
        try harness.move("other", of: Self.app)
        #expect(harness.run() == [])
        #expect(harness.notes.map(\.note.event) == [.passedOver(harness.snapshot.head)])
    }

    /// The batch came on an earlier connection of the app. An anchor of the notice itself counts.
    @Test func aCursorAcknowledgesNoNoticeOfALaterConnection() throws {
        try harness.save()
        let anchor = harness.snapshot.anchor
        try harness.save()
        open()
        observe()
        #expect(!harness.counts(Self.app, by: "sync", at: anchor, on: Self.reading.connection))
        try harness.acknowledge(Self.app)
        #expect(counts)
    }

    /// However many notices there were, an acknowledgement covers none that came after its batch.
    @Test func aLateAcknowledgementCoversNoLaterNotice() {
        let (steps, cursor) = (EngineHarness.steps, Array("sync".utf8))
        var cursors = ConnectionCursors()
        for commit in 1...100 as ClosedRange<UInt64> {
            cursors.didSend(CursorPlace(cursor: cursor, commit: commit), restarts: false)
            cursors.didNotify(steps, reportedUpTo: commit - 1, acknowledged: 0)
        }
        for commit in 1...100 as ClosedRange<UInt64> {
            let covered = cursors.covered(steps, by: cursor, upTo: commit) ?? commit
            #expect(commit < 90 ? covered < commit : covered == commit - 1)
        }
        cursors.didSend(CursorPlace(cursor: cursor, commit: 100), restarts: true)
        #expect(cursors.covered(steps, by: cursor, upTo: 100) == 100)
    }

    @Test func aNotificationWithoutAcknowledgementFailsAndIsRepeated() throws {
        open()
        try harness.save()
        notify()
        #expect(harness.run() == [])
        harness.pass(30)
        #expect(harness.run() == [.log(.failed(app: Self.app, types: [EngineHarness.steps], suspended: false))])
        #expect(try harness.storeNotes() == [] && harness.progress(Self.app)?.failures == 1)
        harness.pass(30)
        #expect(harness.run() == [.remind(Self.call, of: EngineHarness.steps)])
    }

    @Test func theLastOfThreeFailuresSuspends() throws {
        for (failures, pause) in [(UInt32(1), Int64(30)), (2, 120), (3, 0)] {
            let id = failures == 1 ? try start() : try #require(try harness.storeNotes().started)
            harness.engine.processEnded(id)
            let isLast = failures == 3
            #expect(
                harness.run() == [.log(.failed(app: Self.app, types: [EngineHarness.steps], suspended: isLast))]
            )
            #expect(try harness.storeNotes() == [] && harness.progress(Self.app)?.failures == failures)
            harness.pass(pause)
            #expect(harness.run() == [])
        }
        harness.pass(100_000)
        #expect(harness.run() == [] && harness.notes.isEmpty)
    }

    @Test(arguments: [true, false]) func aCallThatPassedEverythingSettlesItsTypesAtItsEnd(isAcknowledged: Bool) throws {
        open(isAcknowledged: isAcknowledged)
        try harness.save()
        #expect(harness.run() == [])
        let head = harness.snapshot.head
        harness.close(Self.call, position: head)
        #expect(harness.notes.map(\.note.event) == [.passedOver(head)])
        #expect(try harness.storeNotes() == [] && harness.progress(Self.app)?.acknowledged == head)
    }

    @Test func aCallThatWaitsForAnAcknowledgementSettlesNothingAtItsEnd() throws {
        open()
        try harness.save()
        notify()
        harness.close(Self.call, position: harness.snapshot.head)
        #expect(harness.notes.isEmpty)
    }

    @Test(arguments: [0, nil] as [UInt64?]) func aCallThatWasBehindSettlesNothingAtItsEnd(position: UInt64?) throws {
        open(isAcknowledged: false)
        try harness.save()
        harness.close(Self.call, position: position)
        #expect(harness.notes.isEmpty)
    }

    @Test func aNotificationOfAnUnknownCallIsIgnored() throws {
        notify()
        harness.close(Self.call, position: harness.snapshot.head)
        #expect(!harness.engine.hasChecks && harness.notes.isEmpty)
        try harness.save()
        #expect(harness.run() == [] && harness.notes.count == 1)
    }
}
