internal import HearthModel

/// Where the samples are that a deletion by UUIDs deletes, as far as they were looked up before the commit.
package struct FoundObjects: Sendable {
    /// Eight bytes, as a deletion may name a million samples.
    private struct Place {
        /// Where its segment is in `segments`; negative: not found.
        var segment: Int32 = -1
        /// The row, and in the highest bit whether the app saved the sample.
        private var row: UInt32 = 0

        private static let own: UInt32 = 1 << 31

        init() {}

        init(segment: Int32, row: Int, isOwn: Bool) {
            self.segment = segment
            self.row = UInt32(row) | (isOwn ? Place.own : 0)
        }

        var number: Int { Int(row & ~Place.own) }
        var isOwn: Bool { row & Place.own != 0 }
    }

    private(set) var segments: [Segment] = []
    private var numbers: [Int64: Int32] = [:]
    private var places: [Place]
    package let rewrites = SegmentRewrites()

    init(count: Int) {
        places = Array(repeating: Place(), count: count)
    }

    /// The memory of the places.
    var heldBytes: Int { 8 * places.count + 128 * segments.count + rewrites.heldBytes }

    private mutating func note(_ location: Location, isOwn: Bool, at index: Int) {
        let segment = location.segment
        let number = numbers[segment.id] ?? Int32(segments.count)
        if Int(number) == segments.count {
            segments.append(segment)
            numbers[segment.id] = number
        }
        places[index] = Place(segment: number, row: location.row, isOwn: isOwn)
    }

    /// Where the sample with an index is.
    subscript(index: Int) -> (location: Location, isOwn: Bool)? {
        let place = places[index]
        guard place.segment >= 0 else { return nil }
        return (Location(segment: segments[Int(place.segment)], row: place.number), place.isOwn)
    }

    /// Whether the deletion will be refused: a sample is not stored, or another app saved it.
    var isRefused: Bool { places.contains { $0.segment < 0 || !$0.isOwn } }

    /// The indexes of samples that were not found.
    var unknown: [Int] { places.indices.filter { places[$0].segment < 0 } }

    /// Forgets the places in segments that are not in a snapshot: those were merged, or rows were deleted.
    mutating func update(to snapshot: Snapshot) {
        let isGone = segments.map { !snapshot.contains($0) }
        guard isGone.contains(true) else { return }
        let old = self
        segments = []
        numbers = [:]
        places = Array(repeating: Place(), count: places.count)
        for index in places.indices {
            let place = old.places[index]
            guard place.segment >= 0, !isGone[Int(place.segment)], let (location, isOwn) = old[index] else { continue }
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
        for (index, location) in zip(indexes, locations) {
            guard let location else { continue }
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

    /// The rows by their segments, each once.
    var bySegment: [DeletedRows] {
        var isNamed = segments.map { [Bool](repeating: false, count: $0.count) }
        for place in places where place.segment >= 0 {
            isNamed[Int(place.segment)][place.number] = true
        }
        return zip(segments, isNamed).map { segment, isNamed in
            DeletedRows(segment: segment, rows: RowList(ascending: isNamed.indices.filter { isNamed[$0] }))
        }
    }

    /// The indexes of the samples by their types, each sample once. Throws for the first that is not stored, or that another
    /// app saved.
    func indexesByType() throws(HearthError) -> [(type: ObjectType, indexes: [Int])] {
        var isNamed = segments.map { [Bool](repeating: false, count: $0.count) }
        let types = Set(segments.compactMap(\.type)).sorted { $0.index < $1.index }
        let positions = segments.map { segment in types.firstIndex { $0 == segment.type } }
        var indexes = [[Int]](repeating: [], count: types.count)
        for (index, place) in places.enumerated() {
            guard place.segment >= 0 else {
                throw HearthError(.objectNotFound, "No such sample is stored.", field: "objects.uuids[\(index)]")
            }
            let segment = Int(place.segment)
            guard place.isOwn, let type = positions[segment] else {
                throw HearthError(.notOwner, "Another app saved the sample.", field: "objects.uuids[\(index)]")
            }
            if !isNamed[segment][place.number] {
                isNamed[segment][place.number] = true
                indexes[type].append(index)
            }
        }
        return zip(types, indexes).map { ($0, $1) }
    }
}
