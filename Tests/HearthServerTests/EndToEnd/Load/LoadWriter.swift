import HearthModel
import HearthTestSupport
import HearthWire

/// An app that saves and deletes, with several writes under way at once, and knows of each what became of it.
///
/// Used by one thread at a time.
final class LoadWriter: @unchecked Sendable {
    struct Operation {
        let ids: [ObjectID]
        let isDeletion: Bool
    }

    private let app: String
    private let samplesMax: Int
    private var random: SeededGenerator
    /// What is stored, by all that the server has acknowledged.
    private(set) var stored: Set<ObjectID> = []
    /// What was stored and is acknowledged to be gone, and what was refused.
    private(set) var gone: Set<ObjectID> = []
    /// Nobody knows what became of these: the connection ended before their answers.
    private(set) var unanswered: [Operation] = []
    private(set) var refusals = 0
    private var client: SocketClient?
    /// What may be deleted: stored, and in no deletion that is under way.
    private var deletable: [ObjectID] = []

    private static let writesUnderWay = 4

    init(_ app: String, seed: UInt64, samplesMax: Int) {
        self.app = app
        self.samplesMax = samplesMax
        random = SeededGenerator(seed: seed)
    }

    /// Connects, which a server that is killed soon would not wait for.
    func connect(on path: String) throws {
        client = try SocketClient(path)
    }

    /// Writes until the connection ends, or the server says that it stops.
    func run(acknowledged: Tally) throws {
        guard let client else { throw Unexpected("the app is not connected") }
        var underWay: [UInt64: Operation] = [:]
        defer {
            unanswered += underWay.values
            self.client = nil
        }
        do {
            try client.open(app)
            while true {
                while underWay.count < Self.writesUnderWay {
                    let operation = nextOperation()
                    let (bytes, call) = try client.frame(Self.request(operation))
                    underWay[call] = operation
                    try client.send(bytes)
                }
                let frame = try client.receive()
                guard let operation = underWay.removeValue(forKey: frame.call) else { continue }
                guard try note(frame.reply, to: operation) else { break }
                acknowledged.add()
            }
            try finish(client, &underWay)
        } catch is SocketClient.Ended {
            // What was under way has no answer.
        }
    }

    /// The server stops: answers come to all that it has read.
    private func finish(_ client: SocketClient, _ underWay: inout [UInt64: Operation]) throws {
        while !underWay.isEmpty {
            let frame = try client.receive()
            if let operation = underWay.removeValue(forKey: frame.call) {
                _ = try note(frame.reply, to: operation)
            }
        }
    }

    /// Notes what became of a write. False: it was refused because the server stops.
    private func note(_ reply: Reply, to operation: Operation) throws -> Bool {
        let count = UInt64(operation.ids.count)
        switch reply {
        case .committed(let committed):
            let isWhole = operation.isDeletion ? committed.deleted == count : committed.added == count
            guard isWhole, committed.unchanged == 0 else { throw Unexpected("a new write was not done whole") }
            accept(operation)
            return true
        case .error(let reply) where reply.error.code == .shuttingDown:
            refusals += 1
            if !operation.isDeletion {
                gone.formUnion(operation.ids)
            }
            return false
        case .error(let reply): throw reply.error
        default: throw Unexpected("a write was answered with something else")
        }
    }

    private func accept(_ operation: Operation) {
        if operation.isDeletion {
            stored.subtract(operation.ids)
            gone.formUnion(operation.ids)
        } else {
            stored.formUnion(operation.ids)
            deletable += operation.ids
        }
    }

    private func nextOperation() -> Operation {
        let isFull = deletable.count >= samplesMax
        if isFull || deletable.count > 200 && Int.random(in: 0..<3, using: &random) == 0 {
            // The next ones to go lie anywhere.
            for _ in 0..<60 {
                let one = Int.random(in: 0..<deletable.count, using: &random)
                deletable.swapAt(one, Int.random(in: deletable.count - 60..<deletable.count, using: &random))
            }
            let count = Int.random(in: 1...60, using: &random)
            let ids = Array(deletable.suffix(count))
            deletable.removeLast(count)
            return Operation(ids: ids, isDeletion: true)
        }
        // Now and then one that does not fit into a batch.
        let isLarge = Int.random(in: 0..<100, using: &random) == 0
        let count = isLarge ? 4_200 : Int.random(in: 1...60, using: &random)
        return Operation(ids: NumberedSamples.ids(count, &random), isDeletion: false)
    }

    private static func request(_ operation: Operation) -> Request {
        operation.isDeletion
            ? .deleteObjects(DeleteObjects(.objects(operation.ids)))
            : .save(Save(columns: NumberedSamples.columns(operation.ids)))
    }
}

// MARK: - After a crash

extension LoadWriter {
    /// Takes out of `found` what this app has stored. Throws when something is missing, or a write is there by half.
    func check(_ found: inout Set<ObjectID>) throws {
        let missing = stored.subtracting(found).subtracting(unanswered.filter(\.isDeletion).flatMap(\.ids))
        guard missing.isEmpty else {
            throw Unexpected("\(missing.count) samples are missing that were acknowledged")
        }
        guard gone.isDisjoint(with: found) else {
            throw Unexpected("samples are there of which a deletion was acknowledged, or that were refused")
        }
        for operation in unanswered {
            let count = operation.ids.count { found.contains($0) }
            guard count == 0 || count == operation.ids.count else {
                throw Unexpected("\(count) samples of \(operation.ids.count) of one write are there")
            }
        }
        found.subtract(stored)
        found.subtract(unanswered.flatMap(\.ids))
    }

    /// Writes again what has no answer, as the protocol tells clients to do.
    func repeatUnanswered(on path: String) throws {
        let client = try SocketClient(path)
        try client.open(app)
        for operation in unanswered {
            let reply = try client.reply(to: Self.request(operation))
            let count = UInt64(operation.ids.count)
            switch reply {
            case .committed(let committed) where operation.isDeletion:
                guard committed.deleted == count else { throw Unexpected("a repeated deletion was not done whole") }
            case .committed(let committed):
                let (added, unchanged) = (committed.added, committed.unchanged)
                guard added + unchanged == count, added == 0 || unchanged == 0 else {
                    throw Unexpected("of a repeated save, \(added) samples were new and \(unchanged) were there")
                }
            case .error(let reply) where operation.isDeletion && reply.error.code == .objectNotFound: break
            case .error(let reply): throw reply.error
            default: throw Unexpected("a write was answered with something else")
            }
            accept(operation)
        }
        unanswered = []
    }

    /// Saves samples that a test waits for.
    func save(_ ids: [ObjectID], on path: String) throws {
        let client = try SocketClient(path)
        try client.open(app)
        try client.save(NumberedSamples.columns(ids))
        accept(Operation(ids: ids, isDeletion: false))
    }
}
