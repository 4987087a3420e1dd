package import HearthModel

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Changes a store. Lives on one thread, and publishes what it has committed as snapshots, which any thread may read.
///
///     writes -> execute them on a working state -> one transaction, one fsync -> new snapshot, receipts
package final class StoreWriter {
    /// The state after the last commit.
    package private(set) var snapshot: Snapshot

    let storage: any Storage
    let options: StoreOptions
    let clock: @Sendable () -> Timestamp
    let coder = MetadataCoder()
    let reader: SegmentReader
    private let cache = BlockCache()
    let retirement = Retirement()
    var maintenance: MaintenancePlan
    private var nextBlock: Int64 = 1
    /// The first block of a commit that failed: the disk may hold the state before or after it.
    private var firstDoubtfulBlock: Int64?
    package var needsReopening: Bool { firstDoubtfulBlock != nil }
    /// About how many bytes were written since the storage had no housekeeping left.
    var bytesSinceIdle = 0
    /// About how many bytes a block has when its size is not known.
    private static let usualBlockBytes = 128 << 10
    /// About how many bytes a storage writes for a commit in addition to its blocks: pages of indexes and the
    /// directory.
    private static let commitBytes = 64 << 10

    /// Opens the store that the storage holds, or a new one.
    package init(
        _ storage: any Storage,
        options: StoreOptions = .standard,
        clock: @escaping @Sendable () -> Timestamp = StoreWriter.systemClock
    ) throws(HearthError) {
        self.storage = storage
        self.options = options
        self.clock = clock
        reader = SegmentReader(StorageBlocks(storage), cache)
        var stored = try storage.load()
        if let changes = stored.addingAnchorKey {
            try storage.commit(changes)
            stored = try storage.load()
        }
        snapshot = try Snapshot(stored, coder, retirement)
        maintenance = MaintenancePlan(snapshot)
        nextBlock = stored.lastBlock + 1
        retirement.giveBack(stored.retiredBlocks.map { ReleasedBlock(id: $0, bytes: StoreWriter.usualBlockBytes) })
    }

    /// The time of the system, as deletions are stamped with it: always a valid one, whatever the system's clock says.
    @Sendable
    package static func systemClock() -> Timestamp {
        Timestamp(nearestValid: Date())
    }

    /// A reader with a connection of its own.
    package func makeReader() throws(HearthError) -> StoreReader {
        StoreReader(SegmentReader(try storage.makeReader(), cache), options)
    }

    /// Throws when the next start would not find what is open, as another program has changed the files.
    package func checkFiles() throws(HearthError) {
        try storage.checkFiles()
    }

    /// What was found to be damaged since this was asked last, although nothing failed for it.
    package func takeDamage() -> HearthError? { reader.damage.take() }

    /// Closes the storage, which first finishes its own work.
    package func close() throws(HearthError) {
        try storage.close()
    }
}

// MARK: - Transactions

extension StoreWriter {
    /// A working state of what is stored now. Reopens the storage if a commit has failed.
    func begin() throws(HearthError) -> WorkingState {
        if let firstDoubtfulBlock {
            try reopen(afterCommitFrom: firstDoubtfulBlock)
        }
        return WorkingState(
            snapshot,
            nextBlock: nextBlock,
            reader: reader,
            retirement: retirement,
            options: options
        )
    }

    /// Makes a working state durable and the newest one. Returns whether there was something to write.
    ///
    /// A commit that replaces blocks deletes twice as many that were replaced before, so that those which a long read has
    /// kept become fewer again. Deleted in idle times only, they would let a store that is never idle grow without end. Other
    /// writes wait for it, so the bytes of what it deletes are limited.
    @discardableResult
    func finish(_ working: inout WorkingState, deletingAtMost most: Int = 0) throws(HearthError) -> Bool {
        defer { reader.unwritten = SegmentReader.Unwritten() }
        let changes = try working.finish(coder, from: snapshot.header)
        nextBlock = working.nextBlock
        let released = retirement.takeReleased(
            atMost: max(most, 2 * (changes?.retiredBlocks.count ?? 0)),
            bytes: options.deletedBytes
        )
        guard var changes = changes ?? (released.isEmpty ? nil : StorageChanges(header: snapshot.header)) else {
            // A write that changes nothing is acknowledged, too.
            try storage.checkFiles()
            snapshot = working.snapshot
            return false
        }
        changes.deletedBlocks = released.map(\.id)
        do throws(HearthError) {
            try storage.commit(changes)
        } catch {
            retirement.giveBack(released)
            firstDoubtfulBlock = error.code == .storageFull ? nil : working.changes.firstBlock
            // What was to be merged is still there.
            maintenance.note(working, written: 0)
            throw error
        }
        retirement.keep(changes.adoptedSegments.map(\.id) + changes.adoptedAssociations.map(\.id))
        retirement.retire(changes.retiredBlocks)
        let retired = Set(changes.retiredBlocks)
        for staged in working.changes.staged where retired.contains(staged.segment.id) {
            staged.owner.noteStaged(staged.segment, for: staged.key)
        }
        for staged in working.changes.stagedAssociations {
            staged.owner.noteStaged(staged.associations.map(\.association))
        }
        snapshot = working.snapshot
        bytesSinceIdle += changes.blockBytes + StoreWriter.commitBytes
        maintenance.note(working, written: changes.newSegments.count)
        return true
    }

    /// Loads the state again after an error that leaves open what the disk holds.
    private func reopen(afterCommitFrom firstBlock: Int64) throws(HearthError) {
        try storage.reopen()
        let stored = try storage.load()
        guard stored.header.storeID == snapshot.storeID, stored.header.head >= snapshot.head else {
            throw .storeIsGone
        }
        let known = KnownBlocks(snapshot)
        var reopened = try Snapshot(stored, coder, retirement, known: known)
        reopened.remember(lastChangesOf: snapshot)
        known.takeOverKeys(of: snapshot, into: &reopened)
        // Blocks that a commit of unknown outcome has retired still belong to the snapshot before it.
        retirement.retire(stored.retiredBlocks.filter(known.contains))
        // Those that it has staged belong to nothing: what they are for has not learned of them.
        let staged = stored.retiredBlocks.filter { $0 >= firstBlock && !known.contains($0) }
        retirement.giveBack(staged.map { ReleasedBlock(id: $0, bytes: StoreWriter.usualBlockBytes) })
        // And those that it has made part of the state belong to the one after it.
        retirement.keep(stored.segments.map(\.id) + stored.associations.map(\.id))
        nextBlock = max(nextBlock, stored.lastBlock + 1)
        snapshot = reopened
        maintenance = MaintenancePlan(snapshot)
        firstDoubtfulBlock = nil
    }
}

/// Reads blocks through the connection that writes.
private final class StorageBlocks: BlockReader {
    private let storage: any Storage

    init(_ storage: any Storage) {
        self.storage = storage
    }

    /// The writer waits for nobody but the storage anyway.
    var waitsForOthers: Bool { true }

    func readBlock(_ block: BlockID) throws(HearthError) -> [UInt8] {
        try storage.readBlock(block)
    }

    /// Its owner closes the storage.
    func close() {}
}
