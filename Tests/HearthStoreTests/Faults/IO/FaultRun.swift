import HearthModel
import HearthStore
import hearth_store_load

/// A program that goes through a script on a disk that fails once: it tries again, and never starts anew.
final class FaultRun {
    private let disk: FaultyDisk
    private let path: String
    private var storage: SQLiteStorage?
    private var writer: StoreWriter?
    private var reader: StoreReader?
    /// What was acknowledged, and what was found to have happened after all.
    private var stored = StoreContents()
    /// Every anchor that was handed out, with the state that it stands for.
    private var anchors: [(anchor: Anchor, contents: StoreContents)] = []

    init(_ path: String, on disk: FaultyDisk) {
        self.path = path
        self.disk = disk
    }

    /// Throws a `Violation` when the store does something that it must not do.
    func run(_ script: FaultScript) throws {
        for (number, step) in script.steps.enumerated() {
            do {
                try perform(step)
            } catch {
                throw Violation("\(step) (step \(number)): \(error)")
            }
        }
        writer = nil
        storage = nil
        reader = nil
        do {
            try checkOnOrdinaryDisk()
        } catch {
            throw Violation("opened afterwards: \(error)")
        }
    }

    // MARK: - Steps

    private func perform(_ step: FaultScript.Step) throws {
        do {
            return try attempt(step)
        } catch let error as HearthError {
            try check(error, at: step)
        }
        if disk.isSick {
            // The disk fails still, and the program tries again.
            do {
                if disk.isFull {
                    try readDespiteFullDisk()
                }
                return try attempt(step)
            } catch let error as HearthError {
                try check(error, at: step)
            }
        }
        let wasFull = disk.isFull
        disk.heal()
        if case .commit(let group) = step, try settle(group, wasFull: wasFull) { return }
        try attempt(step)
    }

    private func attempt(_ step: FaultScript.Step) throws {
        switch step {
        case .open: try open()
        case .commit(let group): try commit(group)
        case .maintain: try maintain()
        case .read: try checkContents()
        case .verify: try opened().verify()
        case .close: try close()
        }
    }

    private func opened() throws -> StoreWriter {
        guard let writer else { throw Violation("the store is not open") }
        return writer
    }

    private func open() throws {
        if writer == nil {
            let storage = try SQLiteStorage(path: path, vfs: disk.name, checkpoints: .forFaults)
            writer = try StoreWriter(storage, options: .forFaults)
            self.storage = storage
        }
        reader = try opened().makeReader()
    }

    private func commit(_ group: FaultScript.Group) throws {
        let results = try opened().commit(group.writes).compactMap(\.result)
        guard results.count == group.writes.count else { throw Violation("\(results.count) receipts") }
        let failures = results.count { (try? $0.get()) == nil }
        guard failures == 0 || failures == results.count else {
            return try completeGroup(group, results)
        }
        let receipts = try results.map { try $0.get() }
        let counts = receipts.map { LoadModel.Counts(added: $0.added, deleted: $0.deleted, unchanged: $0.unchanged) }
        guard counts == group.receipts else { throw Violation("receipts \(counts), not \(group.receipts)") }
        try note(group.after)
        guard receipts.last?.anchor == anchors.last?.anchor else {
            throw Violation("the last receipt's anchor is not the head's")
        }
    }

    /// Of a group some writes were refused, because something could not be read; the others are stored. The program sends
    /// those again, and what was refused because of them.
    private func completeGroup(_ group: FaultScript.Group, _ results: [Result<Receipt, HearthError>]) throws {
        var model = group.model
        var refused: [Write] = []
        for (write, result) in zip(group.writes, results) {
            switch result {
            case .success: model.apply(write)
            case .failure(let error):
                if refused.isEmpty {
                    try check(error, at: .read)
                }
                refused.append(write)
            }
        }
        disk.heal()
        try note(model.contents)
        try checkContents()
        for result in try opened().commit(refused) {
            _ = try result.get()
        }
        try note(group.after)
    }

    private func note(_ contents: StoreContents) throws {
        stored = contents
        anchors.append((try opened().snapshot.anchor, contents))
    }

    private func maintain() throws {
        let most = 1_000
        for _ in 0..<most {
            // Before a step, so that one thread at a time uses the disk.
            try storage?.finishHousekeeping()
            guard try opened().maintain() else { return }
        }
        throw Violation("after \(most) steps there is still something to do")
    }

    /// Closing happens once: when it fails, the program has closed all the same.
    private func close() throws {
        defer {
            reader = nil
            writer = nil
            storage = nil
        }
        do {
            try opened().close()
        } catch let error as HearthError {
            try check(error, at: .close)
        }
    }

    // MARK: - What the store says

    private func checkContents() throws {
        guard let reader else { throw Violation("there is no reader") }
        let snapshot = try opened().snapshot
        try check(StoreContents(reader, snapshot))
        try checkAnchor(anchors.count / 2, reader, snapshot)
    }

    private func check(_ contents: StoreContents) throws {
        if let difference = contents.difference(from: stored) {
            throw Violation(difference)
        }
    }

    /// From an anchor that was handed out one gets what is stored.
    private func checkAnchor(_ position: Int, _ reader: StoreReader, _ snapshot: Snapshot) throws {
        guard anchors.indices.contains(position) else { return }
        let (anchor, contents) = anchors[position]
        try contents.checkChanges(after: anchor, leadTo: stored, reader, snapshot)
    }

    private func readDespiteFullDisk() throws {
        guard let reader, let writer else { return }
        do {
            try check(StoreContents(reader, writer.snapshot))
        } catch {
            throw Violation("on a full disk, reading: \(error)")
        }
    }

    /// Finds out whether a group whose commit failed happened, and that it did whole or not at all.
    private func settle(_ group: FaultScript.Group, wasFull: Bool) throws -> Bool {
        // The writer finds out for itself what is stored.
        _ = try opened().maintain()
        guard let reader else { throw Violation("there is no reader") }
        let found = try StoreContents(reader, opened().snapshot)
        if let difference = found.difference(from: group.before) {
            guard !wasFull, found == group.after else {
                throw Violation("after a failed commit: \(difference)")
            }
            try note(found)
            if group.isRepeatable {
                try checkRepeated(group)
            }
            return true
        }
        return false
    }

    /// A save that is sent again is acknowledged and has no effect.
    private func checkRepeated(_ group: FaultScript.Group) throws {
        for result in try opened().commit(group.writes) {
            let receipt = try result.get()
            guard receipt.added == 0, receipt.deleted == 0 else { throw Violation("a second copy is stored") }
        }
    }

    private func check(_ error: HearthError, at step: FaultScript.Step) throws {
        guard disk.hasFailed else { throw Violation("without a fault: \(error)") }
        switch step {
        case .commit where disk.isFull:
            guard error.code == .storageFull else { throw Violation("on a full disk: \(error)") }
        default:
            guard error.code == .storageFailed || disk.isFull && error.code == .storageFull else {
                throw Violation("after a mere fault: \(error)")
            }
        }
    }

    private func checkOnOrdinaryDisk() throws {
        let writer = try StoreWriter(SQLiteStorage(path: path, checkpoints: .forFaults), options: .forFaults)
        let reader = try writer.makeReader()
        try check(StoreContents(reader, writer.snapshot))
        for position in [0, anchors.count * 2 / 3, anchors.count - 1] {
            try checkAnchor(position, reader, writer.snapshot)
        }
        try StoreContents().checkChanges(after: nil, leadTo: stored, reader, writer.snapshot)
        try writer.verify()
        try writer.close()
    }
}
