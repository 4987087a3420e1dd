package import HearthModel
internal import HearthWire

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The one that changes a store. Lives on one thread; what it has committed it hands out as snapshots, which any thread
/// may read.
///
///     stage writes -> carry them out on a working state -> one transaction, one fsync -> new snapshot, receipts
package final class StoreWriter {
    /// The state after the last commit.
    package private(set) var snapshot: Snapshot

    let storage: any Storage
    let options: StoreOptions
    let clock: @Sendable () -> Timestamp
    let coder = AttachmentCoder()
    let reader: SegmentReader
    let retirement = Retirement()
    var maintenance: MaintenancePlan
    private var nextBlock: Int64 = 1
    /// Nobody knows what the disk holds since a commit failed.
    private(set) var needsReopening = false

    /// Opens the store that the storage holds, or a new one.
    package init(
        _ storage: any Storage,
        options: StoreOptions = .standard,
        clock: @escaping @Sendable () -> Timestamp = StoreWriter.systemClock
    ) throws(HearthError) {
        self.storage = storage
        self.options = options
        self.clock = clock
        reader = SegmentReader(StorageBlocks(storage))
        let stored = try storage.load()
        snapshot = try Snapshot(stored, coder, retirement)
        maintenance = MaintenancePlan(snapshot)
        nextBlock = stored.lastBlock + 1
        retirement.giveBack(stored.retiredBlocks)
    }

    /// The time of the system, as deletions are stamped with it: always a valid one, whatever the system's clock says.
    @Sendable
    package static func systemClock() -> Timestamp {
        Timestamp(nearestValid: Date())
    }

    /// A reader with a connection of its own.
    package func makeReader() throws(HearthError) -> StoreReader {
        StoreReader(SegmentReader(try storage.makeReader()), options)
    }

    /// Throws when the next start would not find what is open, as another program has changed the files.
    package func checkFiles() throws(HearthError) {
        try storage.checkFiles()
    }

    /// Writes what commits left for later, and closes.
    package func close() throws(HearthError) {
        try storage.close()
    }
}

// MARK: - Transactions

extension StoreWriter {
    /// A working state of what is stored now. Opens the storage anew when it has to be.
    func begin() throws(HearthError) -> WorkingState {
        if needsReopening {
            try reopen()
        }
        return WorkingState(
            snapshot,
            nextBlock: nextBlock,
            reader: reader,
            retirement: retirement,
            options: options
        )
    }

    /// Makes a working state durable and the newest one. Whether there was something to write.
    ///
    /// Who replaces blocks deletes others that were replaced before: twice as many, so that what a long reading has kept
    /// becomes less again. Were they left to quieter times only, a store that is never left alone would grow for ever.
    @discardableResult
    func finish(_ working: inout WorkingState, deletingAtMost most: Int = 0) throws(HearthError) -> Bool {
        defer { reader.unwritten = SegmentReader.Unwritten() }
        let changes = try working.finish(coder, from: snapshot.header)
        nextBlock = working.nextBlock
        let released = retirement.takeReleased(atMost: max(most, 2 * (changes?.retiredBlocks.count ?? 0)))
        guard var changes = changes ?? (released.isEmpty ? nil : StorageChanges(header: snapshot.header)) else {
            // What is acknowledged as unchanged is still there, too.
            try storage.checkFiles()
            snapshot = working.snapshot
            return false
        }
        changes.deletedBlocks = released
        do throws(HearthError) {
            try storage.commit(changes)
        } catch {
            retirement.giveBack(released)
            needsReopening = error.code != .storageFull
            // What was to be put together is still there.
            maintenance.note(working, written: 0)
            throw error
        }
        retirement.retire(changes.retiredBlocks)
        snapshot = working.snapshot
        maintenance.note(working, written: changes.newSegments.count)
        return true
    }

    /// After an error that leaves open what the disk holds: looks.
    private func reopen() throws(HearthError) {
        try storage.reopen()
        let stored = try storage.load()
        guard stored.header.storeID == snapshot.storeID, stored.header.head >= snapshot.head else {
            throw .storeIsGone
        }
        let known = KnownBlocks(snapshot)
        var reopened = try Snapshot(stored, coder, retirement, known: known)
        reopened.remember(lastChangesOf: snapshot)
        // What a commit of unknown outcome did retire is still part of the snapshot that was the newest.
        retirement.retire(stored.retiredBlocks.filter(known.contains))
        nextBlock = max(nextBlock, stored.lastBlock + 1)
        snapshot = reopened
        maintenance = MaintenancePlan(snapshot)
        needsReopening = false
    }
}

/// Reads blocks through the connection that writes.
private final class StorageBlocks: BlockReader {
    private let storage: any Storage

    init(_ storage: any Storage) {
        self.storage = storage
    }

    func readBlock(_ block: BlockID) throws(HearthError) -> [UInt8] {
        try storage.readBlock(block)
    }

    /// The storage is closed by whoever opened it.
    func close() {}
}
