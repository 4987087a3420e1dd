import HearthModel
import HearthServer
import HearthStore
import HearthTestSupport
import HearthWire
import Testing

/// Streams of one app, whose owner changes what it may read, and gives it a socket and takes that back, while it and others
/// save and delete and the server is started again.
final class GrantSimulation {
    private static let steps = 120
    /// Fewer than the store remembers.
    private static let decisionsMax = 28
    private static let tool: AppID = "org.hearth.cli"

    private var random: SeededGenerator
    private var truth: GrantTruth
    private var storage = MemoryStorage()
    private var harness: ServerHarness
    private let storeOptions: StoreOptions
    private var streams: [GrantedStream] = []
    private var nextID = 1
    private var decisions = 0
    /// What happened, for a failure.
    private(set) var log: [String] = []

    init(seed: UInt64) throws {
        random = SeededGenerator(seed: seed)
        truth = GrantTruth(hasSocket: Bool.random(using: &random))
        var storeOptions = StoreOptions()
        storeOptions.batchSamples = Int.random(in: 1...6, using: &random)
        storeOptions.segmentSamples = Int.random(in: 4...16, using: &random)
        storeOptions.mergeWidth = 3
        self.storeOptions = storeOptions
        harness = try GrantSimulation.start(storage, storeOptions)
        let tool = try open(GrantSimulation.tool)
        if truth.hasSocket {
            tool.send(2, .accessControl(.add(GrantTruth.app, name: "")))
        }
        tool.send(3, .accessControl(.decide(GrantTruth.app, truth.grants(for: GrantTruth.types))))
        // The others may do everything when all apps have to ask, too.
        for (index, app) in GrantTruth.others.enumerated() {
            let grants = GrantTruth.types.map { Grant($0, share: .allowed, read: .allowed) }
            tool.send(UInt64(4 + index), .accessControl(.decide(app, grants)))
        }
        #expect(tool.receive().map(\.errorCode).allSatisfy { $0 == nil })
        for (index, kind) in (GrantedStream.Kind.allCases + [.whole, .pages]).enumerated() {
            let types = GrantTruth.types.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random))
            let seal = harness.writer.snapshot.anchorSeal
            streams.append(GrantedStream(kind, Array(types), name: "\(kind) \(index)", seal))
        }
    }

    private static func start(_ storage: MemoryStorage, _ storeOptions: StoreOptions) throws -> ServerHarness {
        return try ServerHarness(.withAppSockets, storage: storage, storeOptions: storeOptions)
    }

    private func open(_ app: AppID) throws -> TestClient {
        try harness.open(
            app.description,
            through: app == GrantTruth.app && truth.hasSocket ? app : nil,
            isOwnersTool: app == GrantSimulation.tool
        )
    }

    private func note(_ event: String) {
        log.append("\(log.count): \(event)")
    }

    private func chance(_ times: Int) -> Bool { Int.random(in: 0..<times, using: &random) == 0 }

    // MARK: - Events

    func run() throws {
        for _ in 0..<GrantSimulation.steps {
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<30: try save()
            case 30..<42: try delete()
            case 42..<62 where decisions < GrantSimulation.decisionsMax: try decide()
            case 62..<66: try restart()
            default: try read(try #require(streams.randomElement(using: &random)))
            }
            try receive()
        }
        // The copies are compared with the truth where their streams have caught up.
        for stream in streams {
            stream.interrupt(truth)
            try readToTheEnd(stream)
        }
    }

    private func write(_ request: Request, as app: AppID) throws {
        let client = try open(app)
        client.send(2, request)
        #expect(client.receive().map(\.errorCode) == [nil])
        client.close()
    }

    private func save() throws {
        let app = chance(4) ? GrantTruth.app : GrantTruth.others.randomElement(using: &random) ?? GrantTruth.app
        let type = GrantTruth.types.randomElement(using: &random) ?? .heartRate
        let count = Int.random(in: 1...7, using: &random)
        var ids = chance(3) ? Array(truth.freeIDs.shuffled(using: &random).prefix(count)) : []
        while ids.count < count {
            ids.append(exampleID(nextID))
            nextID += 1
        }
        let seconds = ids.map { _ in Int64.random(in: 0..<GrantTruth.seconds, using: &random) }
        note("\(app) saves \(truth.samples.count)..<\(truth.samples.count + count) of \(type) at \(seconds)")
        let isTaking = ids.contains { truth.isDeleted($0, byOtherThan: app) }
        try save(truth.save(ids, of: type, at: seconds, by: app), as: app, isTaking)
    }

    /// `isTaking`: with UUIDs of samples that another app has deleted. Only the owner's tool saves them for the app, which is
    /// refused; the reader does not try, as those that it does not see are counted.
    private func save(_ columns: SampleColumns, as app: AppID, _ isTaking: Bool) throws {
        guard isTaking else { return try write(.save(columns), as: app) }
        if app != GrantTruth.app {
            let client = try open(app)
            client.send(2, .save(columns))
            #expect(client.receive().map(\.errorCode) == [.identifierConflict])
            client.close()
        }
        let tool = try harness.open(app.description, isOwnersTool: true)
        tool.send(2, .save(columns))
        #expect(tool.receive().map(\.errorCode) == [nil])
        tool.close()
    }

    private func delete() throws {
        let app = (GrantTruth.others + [GrantTruth.app]).randomElement(using: &random) ?? GrantTruth.app
        let own = truth.stored.filter { truth.samples[$0].app == app }
        let chosen = Array(own.shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random)))
        guard !chosen.isEmpty else { return }
        note("\(app) deletes \(chosen)")
        truth.delete(chosen)
        try write(.deleteObjects(DeleteObjects(.objects(chosen.map { truth.samples[$0].id }))), as: app)
    }

    private func decide() throws {
        decisions += 1
        switch Int.random(in: 0..<8, using: &random) {
        case 0: try haveAllAppsAsk()
        case 1: try changeSocket()
        default: try decideAboutTypes()
        }
    }

    private func haveAllAppsAsk() throws {
        truth.allAppsAsk.toggle()
        note(truth.allAppsAsk ? "all apps have to ask" : "apps without sockets need not ask")
        try write(.accessControl(.ask(truth.allAppsAsk)), as: GrantSimulation.tool)
    }

    /// Another program that is connected as the app, or was, is not it any more.
    private func changeSocket() throws {
        let former = try open(GrantTruth.app)
        truth.hasSocket.toggle()
        note(truth.hasSocket ? "the app gets a socket" : "the app's socket is taken back")
        let control: AccessControl = truth.hasSocket ? .add(GrantTruth.app, name: "") : .remove(GrantTruth.app)
        try write(.accessControl(control), as: GrantSimulation.tool)
        #expect(former.receive().map(\.errorCode) == [.authorizationDenied] && former.isClosed)
        for stream in streams {
            guard let client = stream.client else { continue }
            let replies = client.receive()
            try stream.apply(replies.compactMap(\.reply.changes), truth)
            guard replies.last?.errorCode == .authorizationDenied, client.isClosed else {
                throw GrantViolation("\(stream.name) continues after the app's socket has changed")
            }
            note("\(stream.name) was closed")
            stream.interrupt(truth)
        }
    }

    private func decideAboutTypes() throws {
        let types = Array(GrantTruth.types.shuffled(using: &random).prefix(Int.random(in: 1...2, using: &random)))
        for type in types {
            switch Int.random(in: 0..<5, using: &random) {
            case 0: truth.readings[type] = .undetermined
            case 1: truth.readings[type] = .denied
            case 2: truth.readings[type] = .allowed
            default: truth.readings[type] = .since(Int64.random(in: 0..<GrantTruth.seconds, using: &random))
            }
        }
        note("decided: \(truth.readings)")
        try write(.accessControl(.decide(GrantTruth.app, truth.grants(for: types))), as: GrantSimulation.tool)
    }

    private func restart() throws {
        note("the server starts again")
        while chance(2), try harness.writer.maintain() {}
        for stream in streams where stream.kind == .follows {
            stream.interrupt(truth)
        }
        storage = storage.reopened()
        harness = try GrantSimulation.start(storage, storeOptions)
    }

    // MARK: - Reading

    /// What the streams are sent that follow.
    private func receive() throws {
        for stream in streams {
            guard let client = stream.client else { continue }
            let batches = client.receive().compactMap(\.reply.changes)
            try stream.apply(batches, truth)
            if client.isClosed {
                note("\(stream.name) was closed")
                stream.interrupt(truth)
            } else {
                try stream.checkThatItIsCaughtUp()
            }
        }
    }

    /// Reads on, not always to the end.
    private func read(_ stream: GrantedStream) throws {
        guard stream.client == nil else {
            if chance(3) {
                note("\(stream.name) is interrupted")
                stream.interrupt(truth)
            }
            return
        }
        let limit: UInt64 = stream.kind == .pages || chance(3) ? UInt64.random(in: 1...4, using: &random) : 0
        var batches = try ask(stream, limit)
        if chance(2) {
            batches = Array(batches.prefix(Int.random(in: 0...batches.count, using: &random)))
            try stream.apply(batches, truth)
            try acknowledge(stream, batches)
            stream.interrupt(truth)
        } else {
            try stream.apply(batches, truth)
            try acknowledge(stream, batches)
        }
    }

    private func ask(_ stream: GrantedStream, _ limit: UInt64) throws -> [ChangeBatch] {
        note("\(stream.name) reads, at most \(limit)")
        let client = try open(GrantTruth.app)
        client.send(2, .queryChanges(stream.request(limit: limit)))
        let replies = client.receive()
        if let code = replies.compactMap(\.errorCode).first {
            throw GrantViolation("\(stream.name): \(code)")
        }
        if stream.kind == .follows {
            stream.client = client
        } else {
            client.close()
        }
        return replies.compactMap(\.reply.changes)
    }

    private func acknowledge(_ stream: GrantedStream, _ batches: [ChangeBatch]) throws {
        guard stream.kind == .cursor else { return }
        guard let last = batches.last, !chance(4) else { return stream.interrupt(truth) }
        try write(.acknowledge(Acknowledge(anchor: last.anchor, cursor: stream.cursor)), as: GrantTruth.app)
        stream.keep()
    }

    private func readToTheEnd(_ stream: GrantedStream) throws {
        var caughtUp = false
        while !caughtUp {
            let batches = try ask(stream, stream.kind == .pages ? 3 : 0)
            try stream.apply(batches, truth)
            if stream.kind == .cursor, let last = batches.last {
                try write(.acknowledge(Acknowledge(anchor: last.anchor, cursor: stream.cursor)), as: GrantTruth.app)
                stream.keep()
            }
            caughtUp = batches.last?.caughtUp ?? false
        }
        try stream.checkThatItIsCaughtUp()
        stream.interrupt(truth)
    }
}

extension Reply {
    fileprivate var changes: ChangeBatch? {
        if case .changes(let batch) = self { batch } else { nil }
    }
}
