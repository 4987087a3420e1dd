internal import HearthModel
internal import HearthWire

/// Reads segments and checks them. Each thread has its own, with the blocks that it read last.
final class SegmentReader {
    private let source: any BlockReader
    let attachments = AttachmentCoder()
    private var cache = BlockCache()
    private var memberSets: [Int64: Set<ObjectID>] = [:]
    /// What a commit under way has made and not written yet.
    var unwritten = Unwritten()

    /// Segments and associations that are in no storage yet.
    struct Unwritten {
        var rows: [Int64: SegmentRows] = [:]
        var deletions: [Int64: DeletionRows] = [:]
        /// Of deletions that nothing is added to any more: as blocks they take a tenth of the room.
        var deletionBlocks: [Int64: [UInt8]] = [:]
        var associations: [Int64: [ObjectID]] = [:]
    }

    /// The work that the current step may still do, in rows.
    var allowance = Int.max
    /// All work so far, in rows.
    private(set) var work = 0

    init(_ source: any BlockReader) {
        self.source = source
    }

    func close() {
        source.close()
    }

    /// Whether the current step has done all its work.
    var isExhausted: Bool { allowance <= 0 }

    /// Charges the step for work that takes about as long as reading this number of rows.
    func charge(_ rows: Int) {
        allowance -= rows
        work += rows
    }

    func rows(of segment: Segment, _ parts: SegmentParts) throws(HearthError) -> SegmentRows {
        if let rows = unwritten.rows[segment.id] {
            return rows
        }
        // Most segments have one provenance, which the directory knows.
        let provenance = segment.summary.provenances.count == 1 ? segment.summary.provenances.first : nil
        var rows = try decoder(of: segment).rows(provenance == nil ? parts : parts.subtracting(.provenances))
        guard rows.count == segment.count else { throw .damagedBlock }
        if let provenance, parts.contains(.provenances) {
            rows.provenances = Array(repeating: provenance, count: rows.count)
        }
        return rows
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
        return deletions
    }

    private func deletionDecoder(of segment: Segment) throws(HearthError) -> SegmentDecoder {
        guard let block = unwritten.deletionBlocks[segment.id], let type = segment.type else {
            return try decoder(of: segment)
        }
        return SegmentDecoder(block: try SegmentBlock(block), type: type, attachments: attachments)
    }

    /// The members of a segment's correlations.
    func memberSet(of segment: Segment) throws(HearthError) -> Set<ObjectID> {
        if let known = memberSets[segment.id] {
            return known
        }
        guard case .correlation(let columns) = try rows(of: segment, .payload).samples.payload else {
            throw .damagedBlock
        }
        guard unwritten.rows[segment.id] == nil else { return Set(columns.members) }
        if memberSets.count >= SegmentReader.memberSetsMax {
            memberSets = [:]
        }
        let members = Set(columns.members)
        memberSets[segment.id] = members
        return members
    }

    /// Sets of segments that have been merged are of no use: once in a while all are made anew.
    private static let memberSetsMax = 1_024

    /// The samples that a block of associations names.
    func members(of association: Association) throws(HearthError) -> [ObjectID] {
        if let samples = unwritten.associations[association.id] {
            return samples
        }
        let bytes = try source.readBlock(.association(association.id))
        guard Checksum.of(bytes) == association.summary.blockChecksum else { throw .damagedBlock }
        return try SegmentBlock(bytes).associatedSamples()
    }

    private func decoder(of segment: Segment) throws(HearthError) -> SegmentDecoder {
        guard let type = segment.type else { throw .damagedBlock }
        charge(segment.count)
        if let block = cache[segment.id] {
            return SegmentDecoder(block: block, type: type, attachments: attachments)
        }
        let bytes = try source.readBlock(.segment(segment.id))
        guard Checksum.of(bytes) == segment.summary.blockChecksum else { throw .damagedBlock }
        let block = try SegmentBlock(bytes)
        cache.insert(block, for: segment.id, size: bytes.count)
        return SegmentDecoder(block: block, type: type, attachments: attachments)
    }
}

/// The blocks that were read last, up to a few megabytes of them.
private struct BlockCache {
    private static let bytesMax = 4 << 20

    private var blocks: [Int64: (block: SegmentBlock, size: Int, use: UInt64)] = [:]
    private var bytes = 0
    private var uses: UInt64 = 0

    subscript(id: Int64) -> SegmentBlock? {
        mutating get {
            guard let found = blocks[id] else { return nil }
            uses += 1
            blocks[id]?.use = uses
            return found.block
        }
    }

    mutating func insert(_ block: SegmentBlock, for id: Int64, size: Int) {
        guard size <= BlockCache.bytesMax else { return }
        uses += 1
        blocks[id] = (block, size, uses)
        bytes += size
        guard bytes > BlockCache.bytesMax else { return }
        // Half of it goes at once, so that the search for the oldest is rare.
        for (id, entry) in blocks.sorted(by: { $0.value.use < $1.value.use }) where bytes > BlockCache.bytesMax / 2 {
            blocks[id] = nil
            bytes -= entry.size
        }
    }
}
