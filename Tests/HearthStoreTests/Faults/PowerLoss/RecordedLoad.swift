import HearthModel
import HearthStore
import HearthTestSupport
import hearth_store_load

/// A load on a disk that logs what happens to it, with what the store must hold after each promise.
final class RecordedLoad {
    let log = DiskLog()
    let path: String
    /// The state after each group of writes; the number of the group is that of the promise.
    private(set) var states: [(anchor: Anchor, contents: StoreContents)] = []
    /// When something failed, that moment.
    private(set) var failedAt: Int?
    /// What was asked of the disk.
    var calls: [DiskCall] { disk.calls }

    private let disk: FaultyDisk
    /// The log is copied on another thread, and another run of the same seed may have another order of events.
    let copiesBeside: Bool
    private var storage: SQLiteStorage?
    private var random: SeededGenerator
    private var load: LoadGenerator

    /// - Parameters:
    ///   - copiesBeside: the log is copied on another thread.
    ///   - fault: what happens to the disk once. Which call has it can be told when one thread does them all.
    init(
        seed: UInt64,
        groups: Int,
        in folder: TemporaryFolder,
        copiesBeside: Bool = false,
        fault: DiskFault? = nil
    ) throws {
        path = folder.path("recorded.hearth")
        disk = try FaultyDisk()
        disk.log = log
        disk.plan(fault)
        self.copiesBeside = copiesBeside
        random = SeededGenerator(seed: seed)
        load = LoadGenerator(seed: random.next())
        try record(groups)
    }

    private func record(_ groups: Int) throws {
        var writer = try trying { try open() }
        // It holds on to the files, as the readers of a server do, whatever the writer does.
        var reader = try trying { try writer.makeReader() }
        promise(LoadModel().contents, writer)
        for number in 0..<groups {
            try commit(load.next(), to: writer, reader)
            promise(load.model.contents, writer)
            try maintain(writer)
            try trying { try writer.catchUp() }
            if Int.random(in: 0..<12, using: &random) == 0, number + 1 < groups {
                try? writer.close()
                writer = try trying { try open() }
                reader = try trying { try writer.makeReader() }
            }
        }
        try? writer.close()
    }

    private func open() throws(HearthError) -> StoreWriter {
        let storage = try SQLiteStorage(path: path, vfs: disk.name, checkpoints: .forFaults)
        self.storage = storage
        return try StoreWriter(storage, options: .forFaults)
    }

    private func promise(_ contents: StoreContents, _ writer: StoreWriter) {
        disk.inTurn { log.promise(states.count) }
        states.append((writer.snapshot.anchor, contents))
    }

    /// Does something that may fail once.
    private func trying<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as HearthError {
            try noteFailure(error)
            return try body()
        }
    }

    private func noteFailure(_ error: HearthError) throws {
        guard disk.hasFailed, failedAt == nil else { throw error }
        failedAt = log.events.count
    }

    private func commit(_ group: [Write], to writer: StoreWriter, _ reader: StoreReader) throws {
        do throws(HearthError) {
            for result in writer.commit(group) {
                _ = try result.get()
            }
        } catch {
            try noteFailure(error)
            // The writer finds out what is stored; what it shows then, it has promised.
            _ = try writer.maintain()
            let found = try StoreContents(reader, writer.snapshot)
            guard found != load.model.contents else { return }
            for result in writer.commit(group) {
                _ = try result.get()
            }
        }
    }

    /// Now nothing, now a step, now everything.
    private func maintain(_ writer: StoreWriter) throws {
        let steps = [0, 1, 1_000][Int.random(in: 0..<3, using: &random)]
        for _ in 0..<steps {
            if !copiesBeside {
                try trying { try storage?.finishHousekeeping() }
            }
            guard try trying({ try writer.maintain() }) else { return }
        }
    }
}
