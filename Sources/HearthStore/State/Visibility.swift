internal import HearthModel

/// Tells of single samples whether the reader of a snapshot may see them.
struct Visibility {
    private let snapshot: Snapshot
    /// The segment that was looked at last.
    private var last: (segment: Int64, rows: SegmentRows)?

    init(in snapshot: Snapshot) {
        self.snapshot = snapshot
    }

    /// Whether all samples of a type are visible.
    func isWhole(_ type: ObjectType?) -> Bool { type.map(snapshot.isWhole) ?? true }

    mutating func sees(_ location: Location, _ reader: SegmentReader) throws(HearthError) -> Bool {
        guard let view = snapshot.view, let type = location.segment.type, !view.isWhole(type) else { return true }
        let rows: SegmentRows
        if let last, last.segment == location.segment.id {
            rows = last.rows
        } else {
            rows = try reader.rows(of: location.segment, .provenances)
            last = (location.segment.id, rows)
        }
        if snapshot.provenances[rows.provenances[location.row]].owningApp == view.app { return true }
        guard view.sees(type, endingAt: rows.samples.end(location.row)) else { return false }
        guard view.needsMember(type) else { return true }
        let correlations = try reader.rows(of: location.segment, .payload).samples
        return try seeMembers(of: correlations.selecting(.each([location.row])), reader)[0]
    }

    /// For each correlation whether one of its members is visible. `other`: and is not through this view.
    mutating func seeMembers(
        of samples: SampleColumns,
        butNotThrough other: AccessView? = nil,
        _ reader: SegmentReader
    ) throws(HearthError) -> [Bool] {
        guard case .correlation(let columns) = samples.payload else { throw .damagedBlock }
        try reader.spend(columns.members.count * Locator.workOfMember)
        let locations = try Locator(snapshot: snapshot, reader: reader).locate(columns.members)
        var members = Visibility(in: snapshot)
        var others = other.map { Visibility(in: snapshot.seen(through: $0)) }
        var isSeen = [Bool](repeating: false, count: locations.count)
        // Segment by segment, as each is decoded.
        let order = locations.indices.sorted { locations[$0]?.segment.id ?? 0 < locations[$1]?.segment.id ?? 0 }
        for index in order {
            guard let location = locations[index] else { continue }
            guard try members.sees(location, reader) else { continue }
            isSeen[index] = try others?.sees(location, reader) != true
        }
        return Series(columns.lengths).ranges.map { isSeen[$0].contains(true) }
    }
}

extension Locator {
    /// For each identifier the location of its sample; nil for those that are not stored, or that a view does not show.
    func locate(_ ids: [ObjectID], visibleThrough view: AccessView?) throws(HearthError) -> [Location?] {
        var locations = try locate(ids)
        guard view != nil else { return locations }
        var visibility = Visibility(in: snapshot.seen(through: view))
        for index in locations.indices {
            guard let location = locations[index], !(try visibility.sees(location, reader)) else { continue }
            locations[index] = nil
        }
        return locations
    }
}
