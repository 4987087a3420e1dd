internal import HearthModel

/// Where the samples are that a deletion by UUIDs deletes, as far as they were looked up before the commit.
package struct FoundObjects: Sendable {
    /// Eight bytes, as a deletion may name a million samples.
    private struct PackedLocation {
        /// Where its segment is in `segments`; negative: not found.
        var segment: Int32 = -1
        /// The row, and in the highest bit whether the app saved the sample.
        private var row: UInt32 = 0

        private static let own: UInt32 = 1 << 31

        init() {}

        init(segment: Int32, row: Int, isOwn: Bool) {
            self.segment = segment
            self.row = UInt32(row) | (isOwn ? PackedLocation.own : 0)
        }

        var number: Int { Int(row & ~PackedLocation.own) }
        var isOwn: Bool { row & PackedLocation.own != 0 }
    }

    private(set) var segments: [Segment] = []
    private var numbers: [Int64: Int32] = [:]
    private var locations: [PackedLocation]
    let rewrites = SegmentRewrites()
    let deletions = PreparedDeletions()

    init(count: Int) {
        locations = Array(repeating: PackedLocation(), count: count)
    }

    /// The memory of the locations.
    var heldBytes: Int { 8 * locations.count + 128 * segments.count + rewrites.heldBytes + deletions.heldBytes }

    /// The number of segments that were still to be prepared when the writer had the deletion last: rewritten, and noted.
    var lackingCount: Int { rewrites.lackingCount + deletions.lackingCount }

    private mutating func note(_ location: Location, isOwn: Bool, at index: Int) {
        let segment = location.segment
        let number = numbers[segment.id] ?? Int32(segments.count)
        if Int(number) == segments.count {
            segments.append(segment)
            numbers[segment.id] = number
        }
        locations[index] = PackedLocation(segment: number, row: location.row, isOwn: isOwn)
    }

    /// Where the sample with an index is.
    subscript(index: Int) -> (location: Location, isOwn: Bool)? {
        let packed = locations[index]
        guard packed.segment >= 0 else { return nil }
        return (Location(segment: segments[Int(packed.segment)], row: packed.number), packed.isOwn)
    }

    /// Whether the deletion will be refused: a sample is not stored, or another app saved it.
    var isRefused: Bool { locations.contains { $0.segment < 0 || !$0.isOwn } }

    /// The indexes of samples that were not found.
    var unknown: [Int] { locations.indices.filter { locations[$0].segment < 0 } }

    /// Forgets the locations in segments that are not in a snapshot: those were merged, or rows were deleted.
    mutating func update(to snapshot: Snapshot) {
        let isGone = segments.map { !snapshot.contains($0) }
        guard isGone.contains(true) else { return }
        let old = self
        segments = []
        numbers = [:]
        locations = Array(repeating: PackedLocation(), count: locations.count)
        for index in locations.indices {
            let packed = old.locations[index]
            guard packed.segment >= 0, !isGone[Int(packed.segment)], let (location, isOwn) = old[index] else {
                continue
            }
            note(location, isOwn: isOwn, at: index)
        }
    }

    /// Looks up the samples with some indexes.
    mutating func locate(
        _ indexes: [Int],
        of ids: [ObjectID],
        by origin: WriteOrigin,
        _ locator: Locator
    ) throws(HearthError) {
        locator.reader.charge(indexes.count)
        let locations = try locator.locate(indexes.map { ids[$0] })
        var provenances: [Int64: [UInt32]] = [:]
        var visibility = Visibility(in: locator.snapshot.seen(through: origin.view))
        for (index, location) in zip(indexes, locations) {
            // One that the app may not see is none.
            guard let location, try visibility.sees(location, locator.reader) else { continue }
            note(location, isOwn: try FoundObjects.isOwn(location, of: origin, locator, &provenances), at: index)
        }
    }

    private static func isOwn(
        _ location: Location,
        of origin: WriteOrigin,
        _ locator: Locator,
        _ provenances: inout [Int64: [UInt32]]
    ) throws(HearthError) -> Bool {
        let segment = location.segment
        let table = locator.snapshot.provenances
        // Mostly one app has saved all samples of a segment.
        if segment.summary.provenances.allSatisfy({ table[$0].isSaved(by: origin) }) { return true }
        if provenances[segment.id] == nil {
            provenances[segment.id] = try locator.reader.rows(of: segment, .provenances).provenances
        }
        guard let number = provenances[segment.id]?[location.row] else { throw .damagedBlock }
        return table[number].isSaved(by: origin)
    }

    /// The rows by their segments, each once: type by type, and of each type in the order of their numbers.
    var bySegment: [DeletedRows] {
        var isNamed = segments.map { [Bool](repeating: false, count: $0.count) }
        for packed in locations where packed.segment >= 0 {
            isNamed[Int(packed.segment)][packed.number] = true
        }
        let rows = zip(segments, isNamed).map { segment, isNamed in
            DeletedRows(segment: segment, rows: RowList(ascending: isNamed.indices.filter { isNamed[$0] }))
        }
        return rows.sorted { left, right in
            let (one, other) = (left.segment.type?.index ?? 0, right.segment.type?.index ?? 0)
            return one == other ? left.segment.summary.firstSequence < right.segment.summary.firstSequence : one < other
        }
    }

    /// Throws for the first sample that is not stored, or that another app saved.
    func check() throws(HearthError) {
        guard let index = locations.firstIndex(where: { $0.segment < 0 || !$0.isOwn }) else { return }
        guard locations[index].segment >= 0 else {
            throw HearthError(.objectNotFound, "The sample is not stored.", field: "objects.uuids[\(index)]")
        }
        throw HearthError(.notOwner, "Another app saved the sample.", field: "objects.uuids[\(index)]")
    }
}
