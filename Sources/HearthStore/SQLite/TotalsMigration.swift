internal import HearthModel

/// The totals of the segments of a store whose version knew none, one segment after the other.
struct TotalsMigration {
    private var rest: ArraySlice<SegmentSummary>
    private let blocks: any BlockReader
    private let coder = MetadataCoder()
    /// That of the store with the totals so far.
    private(set) var header: StoreHeader

    init(_ stored: StoredState, _ blocks: any BlockReader) {
        rest = stored.segments.filter { $0.kind == .samples && $0.totals == nil }[...]
        header = stored.header
        self.blocks = blocks
    }

    /// The next segment that has totals.
    mutating func next() throws(HearthError) -> (segment: Int64, totals: SegmentTotals)? {
        while let summary = rest.popFirst() {
            guard let type = ObjectType(identifier: summary.type), type.kind == .quantity,
                let totals = try totals(of: summary, type)
            else { continue }
            var new = summary
            new.totals = totals
            new.values?.sum = totals.roundedSum
            header.manifest &-= summary.checksum
            header.manifest &+= new.checksum
            return (summary.id, totals)
        }
        return nil
    }

    /// Nil also for a damaged block: reading it reports the damage.
    private func totals(of summary: SegmentSummary, _ type: ObjectType) throws(HearthError) -> SegmentTotals? {
        let bytes: [UInt8]
        do throws(HearthError) {
            bytes = try blocks.readBlock(.segment(summary.id))
        } catch {
            guard error.code == .storageCorrupt else { throw error }
            return nil
        }
        guard Checksum.of(bytes) == summary.blockChecksum, let block = try? SegmentBlock(bytes),
            let rows = try? SegmentDecoder(block: block, type: type, attachments: coder).rows([.payload, .series])
        else { return nil }
        return SegmentTotals(of: rows.samples)
    }
}
