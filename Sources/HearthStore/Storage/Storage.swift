package import HearthModel

/// Where a store keeps what it has: the only way on which the engine reaches the disk.
///
/// It keeps blocks by their numbers and, beside each, what the engine wants to know without reading it. It understands
/// neither. A second implementation, on another database, needs no more than this.
package protocol Storage: AnyObject {
    /// Everything but the blocks, as the last commit left it. Creates a store where there is none.
    func load() throws(HearthError) -> StoredState

    /// Makes all of the changes durable, or none.
    ///
    /// Throws `STORAGE_FULL` when nothing was changed and the next commit may succeed. After `STORAGE_FAILED` nobody
    /// knows what the disk holds, and the storage must be reopened.
    func commit(_ changes: StorageChanges) throws(HearthError)

    /// Closes what is open, makes sure that the disk holds what can be read, and begins anew.
    func reopen() throws(HearthError)

    /// Throws `STORAGE_FAILED` when what is open is not what the next start would find.
    func checkFiles() throws(HearthError)

    /// Does a piece of the work that commits left for later, once they have written so many bytes, or of what makes the
    /// next ones sooner; false when there is none.
    func tidy(atLeast bytes: Int) throws(HearthError) -> Bool

    /// The same, but has most of that work done beside, while commits go on, which do not wait for it. They are followed by
    /// `finishTidyingBeside`. True also while something is done beside.
    func tidyBeside(atLeast bytes: Int) -> Bool

    /// Takes note of what was done beside. If that has come further, it does the rest at once where commits have written so
    /// many bytes since all was done.
    func finishTidyingBeside(atLeast bytes: Int) throws(HearthError)

    /// Whether something is done beside, of which nobody has taken note yet.
    var isTidyingBeside: Bool { get }

    /// Why the last of that work could not be done; nil once some of it could.
    var tidyingFailure: HearthError? { get }

    /// Bytes that commits have written since all of that was done.
    var untidyBytes: Int { get }

    /// Checks what the engine cannot see: the structure of the file.
    func verify() throws(HearthError)

    func readBlock(_ block: BlockID) throws(HearthError) -> [UInt8]

    /// Reads blocks on another thread.
    func makeReader() throws(HearthError) -> any BlockReader

    func close() throws(HearthError)
}

/// Reads blocks.
package protocol BlockReader: AnyObject {
    func readBlock(_ block: BlockID) throws(HearthError) -> [UInt8]

    /// Nothing is read any more. A storage that is closed last leaves nothing beside what it keeps.
    func close()
}

/// Which block is meant. No two blocks of a store have one number, of whichever kind they are.
package enum BlockID: Hashable, Sendable {
    case segment(Int64)
    case association(Int64)
}

/// What is one of its kind in a store.
package struct StoreHeader: Hashable, Sendable {
    package var storeID: ObjectID
    /// The number of the last commit.
    package var head: UInt64
    /// The smallest number after which every change is still known.
    package var oldest: UInt64
    package var characteristics: CharacteristicValues
    /// The sum of the checksums of everything else that `StoredState` holds: nothing can get lost unnoticed.
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
}

/// Samples that were associated with a workout at once.
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

/// Something small that the store keeps for an app. Its kind and its name tell it from the app's others.
package struct StoredAppRecord: Hashable, Sendable {
    /// The app's bundle identifier.
    package var app: String
    package var kind: UInt8
    package var name: String
    package var value: [UInt8]

    package init(app: String, kind: UInt8, name: String, value: [UInt8]) {
        self.app = app
        self.kind = kind
        self.name = name
        self.value = value
    }

    /// Whether one takes the place of the other.
    func isSameEntry(as other: StoredAppRecord) -> Bool {
        kind == other.kind && app.isIdentical(to: other.app) && name.isIdentical(to: other.name)
    }

    package var checksum: UInt64 { Checksum.of(bytes) }

    /// All that it is: what differs in the spelling of a character differs here.
    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.byte(kind)
        writer.sized(app)
        writer.sized(name)
        writer.append(value)
        return writer.bytes
    }
}

/// What an engine begins with.
package struct StoredState: Sendable {
    package var header: StoreHeader
    package var segments: [SegmentSummary]
    package var associations: [AssociationSummary]
    package var provenances: [StoredProvenance]
    package var appRecords: [StoredAppRecord]
    /// Blocks that are no part of the store any more and were not deleted yet.
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

    /// The greatest number of a block that is in use.
    var lastBlock: Int64 {
        [segments.map(\.id).max(), associations.map(\.id).max(), retiredBlocks.max()].compactMap { $0 }.max() ?? 0
    }
}

/// What one transaction changes.
package struct StorageChanges: Sendable {
    package var header: StoreHeader
    package var newSegments: [(summary: SegmentSummary, block: [UInt8])] = []
    package var newAssociations: [(summary: AssociationSummary, block: [UInt8])] = []
    /// Of segments and associations that are no part of the store any more, while somebody may still read them.
    package var retiredBlocks: [Int64] = []
    /// Retired before, and nobody reads them now.
    package var deletedBlocks: [Int64] = []
    package var newProvenances: [StoredProvenance] = []
    package var newAppRecords: [StoredAppRecord] = []
    /// Taken out before the new ones are put in: one that changes is among both.
    package var removedAppRecords: [StoredAppRecord] = []

    package init(header: StoreHeader) {
        self.header = header
    }
}
