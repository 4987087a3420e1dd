package import HearthModel

/// Where a store keeps its data: the only way by which the engine reaches the disk.
///
/// It keeps blocks by their numbers and, next to each, what the engine wants to know without reading it. It interprets
/// neither. A second implementation, on another database, needs no more than this.
package protocol Storage: AnyObject {
    /// Whether a call may block on another process.
    var waitsForOthers: Bool { get }

    /// Everything but the blocks, as the last commit left it. Creates the store if necessary.
    func load() throws(HearthError) -> StoredState

    /// Makes all of the changes durable, or none.
    ///
    /// Throws `STORAGE_FULL` when nothing was changed and the next commit may succeed. After `STORAGE_FAILED` the disk may
    /// hold either state, and the storage must be reopened.
    func commit(_ changes: StorageChanges) throws(HearthError)

    /// Reopens what is open, and makes sure that the disk holds what can be read.
    func reopen() throws(HearthError)

    /// Throws `STORAGE_FAILED` when the next start would not find what is open.
    func checkFiles() throws(HearthError)

    /// Does a piece of the storage's own housekeeping, without making the next commit wait for it. False when there is
    /// nothing to do, or nothing that can be done now. Throws when a piece has failed; the next call tries again.
    func idle() throws(HearthError) -> Bool

    /// Checks what the engine cannot see: the structure of the file.
    func verify() throws(HearthError)

    func readBlock(_ block: BlockID) throws(HearthError) -> [UInt8]

    /// Reads blocks on another thread.
    func makeReader() throws(HearthError) -> any BlockReader

    func close() throws(HearthError)
}

extension Storage {
    package var waitsForOthers: Bool { false }
}

/// Reads blocks.
package protocol BlockReader: AnyObject {
    /// Whether reading a block may take as long as another process, or the network, likes.
    var waitsForOthers: Bool { get }

    func readBlock(_ block: BlockID) throws(HearthError) -> [UInt8]

    /// Ends reading. A storage that is closed after its readers leaves only its file.
    func close()
}

/// Names a block. Two blocks of a store never have the same number, whatever their kinds.
package enum BlockID: Hashable, Sendable {
    case segment(Int64)
    case association(Int64)
}

/// The values that a store has once.
package struct StoreHeader: Hashable, Sendable {
    package var storeID: ObjectID
    /// The number of the last commit.
    package var head: UInt64
    /// The smallest number after which every change is still known.
    package var oldest: UInt64
    package var characteristics: CharacteristicValues
    /// The sum of the checksums of everything else in `StoredState`, which detects any loss.
    package var manifest: UInt64

    package init(
        storeID: ObjectID,
        head: UInt64 = 0,
        oldest: UInt64 = 0,
        characteristics: CharacteristicValues = CharacteristicValues(),
        manifest: UInt64 = 0
    ) {
        self.storeID = storeID
        self.head = head
        self.oldest = oldest
        self.characteristics = characteristics
        self.manifest = manifest
    }

    /// Of everything in it.
    var checksum: UInt64 {
        var writer = ByteWriter()
        writer.raw(storeID)
        writer.number(head)
        writer.number(oldest)
        writer.sized(characteristics.stored)
        writer.number(manifest)
        return Checksum.of(writer.bytes)
    }
}

/// Samples that one write associated with a workout.
package struct AssociationSummary: Hashable, Sendable {
    package var id: Int64
    package var workout: ObjectID
    package var count: Int
    package var blockChecksum: UInt64

    package init(id: Int64, workout: ObjectID, count: Int, blockChecksum: UInt64) {
        self.id = id
        self.workout = workout
        self.count = count
        self.blockChecksum = blockChecksum
    }

    var checksum: UInt64 {
        var writer = ByteWriter()
        writer.byte(2)
        writer.signed(id)
        writer.raw(workout)
        writer.number(count)
        writer.number(blockChecksum)
        return Checksum.of(writer.bytes)
    }
}

/// A provenance by its number in the store.
package struct StoredProvenance: Hashable, Sendable {
    package var number: UInt32
    /// As a message of the protocol.
    package var message: [UInt8]

    package init(number: UInt32, message: [UInt8]) {
        self.number = number
        self.message = message
    }

    var checksum: UInt64 {
        var writer = ByteWriter()
        writer.byte(3)
        writer.number(UInt64(number))
        writer.append(message)
        return Checksum.of(writer.bytes)
    }
}

/// A small record that the store keeps for an app, identified by its kind and name.
package struct StoredAppRecord: Hashable, Sendable {
    package var app: AppID
    package var kind: UInt8
    package var name: String
    package var value: [UInt8]

    package init(app: AppID, kind: UInt8, name: String, value: [UInt8]) {
        self.app = app
        self.kind = kind
        self.name = name
        self.value = value
    }

    /// Whether one replaces the other.
    func isSameEntry(as other: StoredAppRecord) -> Bool {
        kind == other.kind && app == other.app && name.isIdentical(to: other.name)
    }

    package var checksum: UInt64 { Checksum.of(bytes) }

    /// The record as bytes, so that two spellings of a character differ.
    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.byte(kind)
        writer.sized(app.description)
        writer.sized(name)
        writer.append(value)
        return writer.bytes
    }
}

/// The state with which an engine starts.
package struct StoredState: Sendable {
    package var header: StoreHeader
    package var segments: [SegmentSummary]
    package var associations: [AssociationSummary]
    package var provenances: [StoredProvenance]
    package var appRecords: [StoredAppRecord]
    /// Blocks that the store no longer uses and that were not deleted yet.
    package var retiredBlocks: [Int64]

    package init(
        header: StoreHeader,
        segments: [SegmentSummary] = [],
        associations: [AssociationSummary] = [],
        provenances: [StoredProvenance] = [],
        appRecords: [StoredAppRecord] = [],
        retiredBlocks: [Int64] = []
    ) {
        self.header = header
        self.segments = segments
        self.associations = associations
        self.provenances = provenances
        self.appRecords = appRecords
        self.retiredBlocks = retiredBlocks
    }

    /// The sum of the checksums of all that is listed.
    var manifest: UInt64 {
        var manifest: UInt64 = 0
        for summary in segments {
            manifest &+= summary.checksum
        }
        for summary in associations {
            manifest &+= summary.checksum
        }
        for provenance in provenances {
            manifest &+= provenance.checksum
        }
        for record in appRecords {
            manifest &+= record.checksum
        }
        return manifest
    }

    /// The greatest number of a block.
    var lastBlock: Int64 {
        [segments.map(\.id).max(), associations.map(\.id).max(), retiredBlocks.max()].compactMap { $0 }.max() ?? 0
    }
}

/// What one transaction changes.
package struct StorageChanges: Sendable {
    package var header: StoreHeader
    package var newSegments: [(summary: SegmentSummary, block: [UInt8])] = []
    package var newAssociations: [(summary: AssociationSummary, block: [UInt8])] = []
    /// Associations whose samples belong to another workout now.
    package var movedAssociations: [AssociationSummary] = []
    /// Segments that were written and retired by an earlier transaction, and that the store uses from now on. Their sequence
    /// numbers, and the time of deletions, may be others than they were written with.
    package var adoptedSegments: [SegmentSummary] = []
    /// The same for associations: their workouts may be others than they were written with.
    package var adoptedAssociations: [AssociationSummary] = []
    /// Segments and associations that the store no longer uses, while a snapshot may still read them. New ones may be
    /// among them: an interrupted deletion or save leaves nothing that a start does not delete.
    package var retiredBlocks: [Int64] = []
    /// Retired before, and unused by all snapshots.
    package var deletedBlocks: [Int64] = []
    package var newProvenances: [StoredProvenance] = []
    package var newAppRecords: [StoredAppRecord] = []
    /// Removed before the new ones are added: a record that changes is among both.
    package var removedAppRecords: [StoredAppRecord] = []

    package init(header: StoreHeader) {
        self.header = header
    }

    var blockBytes: Int {
        newSegments.reduce(0) { $0 + $1.block.count } + newAssociations.reduce(0) { $0 + $1.block.count }
    }
}

extension HearthError {
    static var incompleteStore: HearthError {
        HearthError(
            .storageCorrupt,
            "The store's directory is damaged or incomplete. Restore the store from a backup."
        )
    }
}
