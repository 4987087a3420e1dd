/// The rows to which others are appended: how many there are so far, and the times of all, which supply what is left out.
struct EarlierRows {
    var count: Int
    private let allStarts: [Timestamp]
    private let allEnds: [Timestamp]

    init(_ count: Int, starts: [Timestamp], ends: [Timestamp]) {
        self.count = count
        allStarts = starts
        allEnds = ends
    }

    var starts: [Timestamp] { Array(allStarts.prefix(count)) }
    var ends: [Timestamp] { Array(allEnds.prefix(count)) }
}

/// What samples of a kind hold, to which that of others can be appended.
protocol JoinableColumns {
    mutating func append(_ others: SampleColumns, after earlier: EarlierRows)
}

extension JoinableColumns {
    /// Followed by those of all parts but the first.
    fileprivate func followed(by parts: [SampleColumns], _ first: EarlierRows) -> Self {
        var columns = self
        var earlier = first
        for index in parts.indices.dropFirst() {
            columns.append(parts[index], after: earlier)
            earlier.count += parts[index].count
        }
        return columns
    }
}

extension SamplePayload {
    /// What parts of one type hold, one after the other. The kind is looked at once, and not for each part, so that the
    /// columns have one owner while they grow.
    static func joined(_ parts: [SampleColumns], _ first: EarlierRows) -> SamplePayload {
        switch parts[0].payload {
        case .quantity(let columns): .quantity(columns.followed(by: parts, first))
        case .category(let columns): .category(columns.followed(by: parts, first))
        case .correlation(let columns): .correlation(columns.followed(by: parts, first))
        case .workout(let columns): .workout(columns.followed(by: parts, first))
        case .route(let columns): .route(columns.followed(by: parts, first))
        case .heartbeat(let columns): .heartbeat(columns.followed(by: parts, first))
        case .record(let columns): .record(columns.followed(by: parts, first))
        }
    }
}

private func twoKinds() -> Never { preconditionFailure("payloads of two kinds") }

// MARK: - Of each kind

extension QuantityColumns: JoinableColumns {
    /// Appends quantities of the same unit.
    mutating func append(_ others: SampleColumns, after earlier: EarlierRows) {
        guard case .quantity(let other) = others.payload else { twoKinds() }
        precondition(unit == other.unit, "columns in two units")
        let (rows, added) = (earlier.count, others.count)
        appendOptional(
            &counts,
            other.counts,
            own: Array(repeating: 1, count: rows),
            others: Array(repeating: 1, count: added)
        )
        appendOptional(&minimums, other.minimums, own: values, others: other.values)
        appendOptional(&maximums, other.maximums, own: values, others: other.values)
        appendOptional(&mostRecents, other.mostRecents, own: values, others: other.values)
        appendOptional(&mostRecentStarts, other.mostRecentStarts, own: earlier.starts, others: others.starts)
        appendOptional(&mostRecentEnds, other.mostRecentEnds, own: earlier.ends, others: others.filledEnds)
        if points != nil || other.points != nil {
            var joined = points ?? SeriesPoints(noneFor: rows)
            points = nil
            joined.append(other.points ?? SeriesPoints(noneFor: added))
            points = joined
        }
        values += other.values
    }
}

extension CategoryColumns: JoinableColumns {
    mutating func append(_ others: SampleColumns, after earlier: EarlierRows) {
        guard case .category(let other) = others.payload else { twoKinds() }
        values += other.values
    }
}

extension CorrelationColumns: JoinableColumns {
    mutating func append(_ others: SampleColumns, after earlier: EarlierRows) {
        guard case .correlation(let other) = others.payload else { twoKinds() }
        lengths += other.lengths
        members += other.members
    }
}

extension WorkoutColumns: JoinableColumns {
    mutating func append(_ others: SampleColumns, after earlier: EarlierRows) {
        guard case .workout(let other) = others.payload else { twoKinds() }
        appendOptional(
            &durations,
            other.durations,
            own: zip(earlier.starts, earlier.ends).map { seconds(from: $0, to: $1) },
            others: others.ids.indices.map { others.span($0) }
        )
        appendOptional(
            &details,
            other.details,
            own: Array(repeating: WorkoutDetail(), count: earlier.count),
            others: Array(repeating: WorkoutDetail(), count: others.count)
        )
        activityTypes += other.activityTypes
    }
}

extension RouteColumns: JoinableColumns {
    mutating func append(_ others: SampleColumns, after earlier: EarlierRows) {
        guard case .route(let other) = others.payload else { twoKinds() }
        precondition(shape == other.shape, "routes with different columns")
        appendCounts(&counts, of: lengths, other.counts, of: other.lengths)
        lengths += other.lengths
        timestamps += other.timestamps
        latitudes += other.latitudes
        longitudes += other.longitudes
        for (column, _) in RouteColumns.optionalColumns {
            self[keyPath: column] += other[keyPath: column]
        }
    }
}

extension HeartbeatColumns: JoinableColumns {
    mutating func append(_ others: SampleColumns, after earlier: EarlierRows) {
        guard case .heartbeat(let other) = others.payload else { twoKinds() }
        appendCounts(&counts, of: lengths, other.counts, of: other.lengths)
        appendOptional(
            &gaps,
            other.gaps,
            own: Array(repeating: 0, count: offsets.count),
            others: Array(repeating: 0, count: other.offsets.count)
        )
        lengths += other.lengths
        offsets += other.offsets
    }
}

/// Appends to the counts of series, which are those of the points that they carry where they are left out.
func appendCounts(_ counts: inout [Int64], of lengths: [UInt32], _ other: [Int64], of otherLengths: [UInt32]) {
    appendOptional(&counts, other, own: lengths.map(Int64.init), others: otherLengths.map(Int64.init))
}
