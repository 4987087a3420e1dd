import HearthModel
import HearthServer
import HearthStore
import HearthWire

/// From the bytes of a save to a write that is ready for the disk: split into a frame, staged, unpacked, and checked,
/// on any thread.
final class StagePath: HotPath {
    private let server: SocketlessServer
    private let saver: Saver
    private let steps: Int
    /// The input of the writer.
    private var taken: [Write] = []

    init(steps: Int, samples: Int) throws {
        self.steps = steps
        server = try SocketlessServer()
        saver = try Saver.make(1, on: server, steps: steps, samples: samples)[0]
    }

    func step() throws {
        saver.save()
        taken += server.core.takeWrites() ?? []
    }

    func check() throws {
        var staged = taken.count
        server.core.finishWrites(server.writer.commit(taken), server.writer.snapshot)
        while let writes = server.core.takeWrites() {
            staged += writes.count
            server.core.finishWrites(server.writer.commit(writes), server.writer.snapshot)
        }
        guard staged == steps else { throw BenchmarkError("\(staged) writes were staged, not \(steps)") }
    }
}

/// From the bytes of a save to those of its acknowledgement, with the commit in memory in between. Simultaneous saves
/// of several apps share one commit.
final class SavePath: HotPath {
    private let server: SocketlessServer
    private let savers: [Saver]
    private let samples: Int

    init(steps: Int, savers: Int, samples: Int) throws {
        self.samples = samples
        let server = try SocketlessServer()
        self.server = server
        // Not the first samples of the store, so that duplicates are possible.
        try server.fill(segments: 16)
        self.savers = try Saver.make(savers, on: server, steps: steps, samples: samples)
    }

    func step() {
        server.forgetSent()
        for saver in savers {
            saver.save()
        }
        server.commitStaged()
        server.settle()
    }

    func check() throws {
        let added = try server.replies().map { reply in
            if case .committed(let committed) = reply { Int(committed.added) } else { 0 }
        }
        guard added == savers.map({ _ in samples }) else {
            throw BenchmarkError("\(added) samples were saved, not \(samples) for each of \(savers.count)")
        }
    }
}

/// An app with saves that are made already.
private final class Saver {
    private let server: SocketlessServer
    private let connection: ConnectionID
    private var frames: [[UInt8]] = []
    private var next = 0

    private init(_ server: SocketlessServer, app: Int) throws {
        self.server = server
        connection = try server.connect(app: app)
    }

    /// Apps that save in turns: the UUIDs of each turn are newer than those of the previous one.
    static func make(_ count: Int, on server: SocketlessServer, steps: Int, samples: Int) throws -> [Saver] {
        let savers = try (0..<count).map { try Saver(server, app: $0) }
        for step in 0..<steps {
            for saver in savers {
                let save = Save(columns: [server.nextRates(samples)])
                saver.frames.append(try server.frame(UInt64(step) + 2, .save(save)))
            }
        }
        return savers
    }

    func save() {
        server.receive(frames[next], from: connection)
        server.handleInput()
        next += 1
    }
}
