import HearthModel
import HearthStore
import HearthSystem

/// A storage that counts what is done with it, and fails when it is told to.
final class ObservedStorage: Storage {
    private let storage: any Storage
    private(set) var commits = 0
    /// The number of rows in the blocks that each commit has written, of blocks that it has taken over from earlier ones, and
    /// the bytes of blocks with associations.
    private(set) var written: [(rows: Int, adopted: Int, associationBytes: Int)] = []
    private(set) var reopenings = 0
    /// The number of blocks that readers have read.
    let blocksRead = Guarded(0)
    /// What the next commit throws, of those that fail.
    var failure: HearthError?
    var isFailing: (StorageChanges) -> Bool = { _ in true }
    /// Whether the commit that fails has done its work before.
    var failsAfterwards = false
    /// Whether there is no room for what replaces blocks.
    var isTooFullToReplace = false
    /// A segment whose block cannot be read.
    var unreadableSegment: Int64?
    /// What the writer gets that reads a block.
    var readFailure: HearthError?
    /// Blocks of which a bit is wrong, whoever reads them.
    let damagedBlocks = Guarded<Set<BlockID>>([])
    /// What the files, or the database, are said to have.
    var fault: HearthError?
    var waitsForOthers = false
    /// Whether there is always housekeeping left, as under load.
    var isNeverIdle = false

    init(_ storage: any Storage) {
        self.storage = storage
    }

    func commit(_ changes: StorageChanges) throws(HearthError) {
        commits += 1
        let rows = changes.newSegments.reduce(0) { $0 + $1.summary.count }
        let associationBytes = changes.newAssociations.reduce(0) { $0 + $1.block.count }
        written.append((rows, changes.adoptedSegments.count, associationBytes))
        if isTooFullToReplace, !changes.retiredBlocks.isEmpty {
            throw HearthError(.storageFull, "full")
        }
        guard let error = failure, isFailing(changes) else { return try storage.commit(changes) }
        failure = nil
        if failsAfterwards {
            try storage.commit(changes)
        }
        throw error
    }

    func reopen() throws(HearthError) {
        reopenings += 1
        try storage.reopen()
    }

    func checkFiles() throws(HearthError) {
        if let fault { throw fault }
        try storage.checkFiles()
    }

    func load() throws(HearthError) -> StoredState { try storage.load() }

    func idle() throws(HearthError) -> Bool { try storage.idle() || isNeverIdle }

    func verify() throws(HearthError) { try storage.verify() }

    func readBlock(_ block: BlockID) throws(HearthError) -> [UInt8] {
        if case .segment(unreadableSegment) = block {
            throw HearthError(.storageCorrupt, "unreadable")
        }
        if let readFailure { throw readFailure }
        return damagedBlocks.damaging(try storage.readBlock(block), of: block)
    }

    func makeReader() throws(HearthError) -> any BlockReader {
        CountingReader(try storage.makeReader(), blocksRead, damagedBlocks)
    }

    func close() throws(HearthError) { try storage.close() }
}

private final class CountingReader: BlockReader {
    private let reader: any BlockReader
    private let count: Guarded<Int>
    private let damaged: Guarded<Set<BlockID>>

    init(_ reader: any BlockReader, _ count: Guarded<Int>, _ damaged: Guarded<Set<BlockID>>) {
        self.reader = reader
        self.count = count
        self.damaged = damaged
    }

    var waitsForOthers: Bool { reader.waitsForOthers }

    func readBlock(_ block: BlockID) throws(HearthError) -> [UInt8] {
        count.withLock { $0 += 1 }
        return damaged.damaging(try reader.readBlock(block), of: block)
    }

    func close() { reader.close() }
}

extension Guarded<Set<BlockID>> {
    fileprivate func damaging(_ bytes: [UInt8], of block: BlockID) -> [UInt8] {
        guard withLock({ $0.contains(block) }) else { return bytes }
        var bytes = bytes
        bytes[bytes.count / 2] ^= 1
        return bytes
    }
}
