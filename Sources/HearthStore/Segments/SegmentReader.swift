internal import HearthModel

/// Reads segments and checks them. Each thread has its own; the blocks that were read last are shared.
final class SegmentReader {
    private let source: any BlockReader
    let attachments = MetadataCoder()
    private let cache: BlockCache
    /// What a commit under way has made and not written yet.
    var unwritten = Unwritten()

    /// Segments and associations that are in no storage yet.
    struct Unwritten {
        var rows: [Int64: SegmentRows] = [:]
        var deletions: [Int64: DeletionRows] = [:]
        /// Deletions to which nothing is added any more: as blocks they take a tenth of the memory.
        var deletionBlocks: [Int64: [UInt8]] = [:]
        var associations: [Int64: [ObjectID]] = [:]
        /// Segments that were made before the commit.
        var blocks: [Int64: [UInt8]] = [:]
    }

    /// The work that the current step may still do, in rows. A step is given it when it begins.
    private var budget = Int.max
    /// Work beyond the budget with which a read is refused. Nil if no read is refused,
    /// because steps may take long.
    var excessMax: Int?
    /// Whether a read of the current step was refused.
    private(set) var hasRefused = false
    /// What was found to be damaged and left out.
    var damage: HearthError?
    /// All work so far, in rows.
    private(set) var work = 0

    init(_ source: any BlockReader, _ cache: BlockCache) {
        self.source = source
        self.cache = cache
    }

    func close() {
        source.close()
    }

    /// Whether the current step has done all its work.
    var isExhausted: Bool { budget <= 0 }

    /// Charges the step for work that takes about as long as reading this number of rows.
    func charge(_ rows: Int) {
        budget -= rows
        work += rows
    }

    /// Begins a step with the work of this number of rows.
    func beginStep(rows: Int) {
        budget = rows
        hasRefused = false
    }

    /// Does work that has a budget of its own, of this number of rows. The step then has its own budget again.
    func withBudget<Result>(
        rows: Int,
        _ work: () throws(HearthError) -> Result
    ) throws(HearthError) -> Result {
        let outer = budget
        budget = rows
        defer { budget = outer }
        return try work()
    }

    /// Ends the step: others are about to have what it needs.
    func endStep() {
        budget = 0
    }

    /// Charges the step for work that it is about to do at once. Throws where that is too much for the thread of the step.
    func spend(_ rows: Int) throws(HearthError) {
        if let excessMax, rows - budget > excessMax {
            hasRefused = true
            throw .tooLargeForThread
        }
        charge(rows)
    }

    /// `bounds`: rows that lie outside of them may be left out.
    func rows(
        of segment: Segment,
        _ parts: SegmentParts,
        within bounds: TimeBounds? = nil
    ) throws(HearthError) -> SegmentRows {
        if let rows = unwritten.rows[segment.id] {
            return rows
        }
        // Most segments have one provenance, which the directory knows.
        let provenance = segment.summary.provenances.count == 1 ? segment.summary.provenances.first : nil
        let decoder = try decoder(of: segment, parts)
        guard decoder.block.count == segment.count else { throw .damagedBlock }
        var rows = try decoder.rows(provenance == nil ? parts : parts.subtracting(.provenances), within: bounds)
        if let provenance, parts.contains(.provenances) {
            rows.provenances = Array(repeating: provenance, count: rows.count)
        }
        return rows
    }

    /// Of a segment with totals.
    func quantities(of segment: Segment) throws(HearthError) -> SingleQuantities {
        if let samples = unwritten.rows[segment.id]?.samples, case .quantity(let columns) = samples.payload {
            return SingleQuantities(starts: samples.starts, ends: samples.ends, values: columns.values)
        }
        let quantities = try decoder(of: segment, .payload).quantities()
        guard quantities.values.count == segment.count else { throw .damagedBlock }
        return quantities
    }

    func ids(of segment: Segment) throws(HearthError) -> [ObjectID] {
        if let rows = unwritten.rows[segment.id] {
            return rows.samples.ids
        }
        return try decoder(of: segment).ids()
    }

    func syncKeys(of segment: Segment) throws(HearthError) -> [UInt64] {
        if let rows = unwritten.rows[segment.id] {
            return rows.syncKeys
        }
        return try decoder(of: segment).syncKeys()
    }

    func deletions(of segment: Segment) throws(HearthError) -> DeletionRows {
        if let deletions = unwritten.deletions[segment.id] {
            return deletions
        }
        var deletions = try deletionDecoder(of: segment).deletions()
        guard deletions.count == segment.count else { throw .damagedBlock }
        if deletions.sequences.isEmpty {
            deletions.number(in: segment.sequences)
        }
        if deletions.times.isEmpty {
            deletions.times = Array(repeating: segment.summary.starts.lowerBound, count: deletions.count)
        }
        return deletions
    }

    /// The deletions of a segment; nil if its block is damaged, so that they are not kept any more.
    func intactDeletions(of segment: Segment) throws(HearthError) -> DeletionRows? {
        do throws(HearthError) {
            return try deletions(of: segment)
        } catch {
            guard error.code == .storageCorrupt else { throw error }
            return nil
        }
    }

    private func deletionDecoder(of segment: Segment) throws(HearthError) -> SegmentDecoder {
        guard let block = unwritten.deletionBlocks[segment.id], let type = segment.type else {
            return try decoder(of: segment, .metadata)
        }
        return SegmentDecoder(block: try SegmentBlock(block), type: type, attachments: attachments)
    }

    /// The members of a segment's correlations.
    func memberSet(of segment: Segment) throws(HearthError) -> MemberSet {
        let key = SharedMembers.Key.correlations(segment: segment.id)
        if let known = cache.members(key) {
            return known
        }
        guard case .correlation(let columns) = try rows(of: segment, .payload).samples.payload else {
            throw .damagedBlock
        }
        charge(columns.members.count)
        let members = MemberSet(columns.members)
        return unwritten.rows[segment.id] == nil ? cache.insert(members, for: key) : members
    }

    /// A set of members that a reader holds or has used lately.
    func sharedMembers(_ key: SharedMembers.Key) -> MemberSet? { cache.members(key) }

    /// The set of members that other readers build, or a new one.
    func build(_ key: SharedMembers.Key, of associations: [Association]) -> (set: SharedBuild, isOwn: Bool) {
        cache.build(key) { SharedBuild(key, of: associations) }
    }

    /// Shares a set of members with all readers. Returns the set to be used.
    func share(_ members: MemberSet, as key: SharedMembers.Key) -> MemberSet { cache.insert(members, for: key) }

    /// The samples that a block of associations names.
    func members(of association: Association) throws(HearthError) -> [ObjectID] {
        if let samples = unwritten.associations[association.id] {
            return samples
        }
        let bytes = try read(.association(association.id))
        guard Checksum.of(bytes) == association.summary.blockChecksum else { throw .damagedBlock }
        return try SegmentBlock(bytes).associatedSamples()
    }

    /// `parts`: the columns that are about to be decoded.
    private func decoder(of segment: Segment, _ parts: SegmentParts = []) throws(HearthError) -> SegmentDecoder {
        guard let type = segment.type else { throw .damagedBlock }
        try spend(parts.work(in: segment.summary))
        if let block = unwritten.blocks[segment.id] {
            return makeDecoder(of: try SegmentBlock(block), type, segment)
        }
        if let block = cache.block(segment.id) {
            return makeDecoder(of: block, type, segment)
        }
        let bytes = try read(.segment(segment.id))
        guard Checksum.of(bytes) == segment.summary.blockChecksum else { throw .damagedBlock }
        let block = try SegmentBlock(bytes)
        cache.insert(block, for: segment.id)
        return makeDecoder(of: block, type, segment)
    }

    /// Reads a block from the storage. Throws if it may take long and others wait for the thread.
    private func read(_ block: BlockID) throws(HearthError) -> [UInt8] {
        if excessMax != nil, source.waitsForOthers {
            hasRefused = true
            throw .tooLargeForThread
        }
        return try source.readBlock(block)
    }

    private func makeDecoder(of block: SegmentBlock, _ type: ObjectType, _ segment: Segment) -> SegmentDecoder {
        SegmentDecoder(block: block, type: type, attachments: attachments, sequences: segment.sequences)
    }
}

extension HearthError {
    /// Never reaches a client: the step begins again on a thread that may take longer.
    fileprivate static let tooLargeForThread = HearthError(.unknown, "The step is too large for its thread.")
}
