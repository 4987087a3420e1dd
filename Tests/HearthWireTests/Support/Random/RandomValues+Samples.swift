import HearthModel
import HearthTestSupport

extension RandomValues {
    mutating func samples(_ purpose: Purpose) throws -> SampleColumns {
        try samples(of: storedType(), purpose)
    }

    mutating func samples(of type: ObjectType, _ purpose: Purpose) throws -> SampleColumns {
        let rows = chance(oneIn: 30) ? count(50...120) : count(1...4)
        let required = requiredKey(of: type)
        let starts = array(rows) { $0.time() }
        let isMoment = type == .menopausalState && purpose == .saving
        let ends = chance(oneIn: 3) ? [] : isMoment ? starts : starts.map { time(in: $0...Self.last) }
        let span = Span(starts: starts, ends: ends.isEmpty ? starts : ends)
        return SampleColumns(
            type: type,
            ids: array(rows) { $0.id() },
            starts: starts,
            ends: ends,
            provenance: dictionary(rows: rows) { $0.provenance() },
            metadata: try dictionary(rows: rows, atLeast: required == nil ? 0 : 1) { try $0.metadata(with: required) },
            payload: try payload(of: type, span, purpose)
        )
    }

    /// The times of samples.
    struct Span {
        var starts: [Timestamp]
        var ends: [Timestamp]
        var rows: Int { starts.count }

        func range(_ row: Int) -> ClosedRange<Timestamp> {
            starts[row]...ends[row]
        }
    }

    /// The key that each sample of the type must have in its metadata.
    private func requiredKey(of type: ObjectType) -> String? {
        switch type {
        case .menstrualFlow: "HKMenstrualCycleStart"
        case .insulinDelivery: "HKInsulinDeliveryReason"
        default: nil
        }
    }

    private mutating func payload(
        of type: ObjectType,
        _ span: Span,
        _ purpose: Purpose
    ) throws -> SampleColumns.Payload {
        switch type.kind {
        case .quantity: .quantity(quantities(of: type, span, purpose))
        case .category: .category(categories(of: type, span.rows, purpose))
        case .correlation: .correlation(correlations(span.rows))
        case .workoutRoute: .route(routes(span.rows, purpose))
        case .heartbeatSeries: .heartbeat(heartbeats(span.rows, purpose))
        case .workout: .workout(try workouts(span, purpose))
        default: .record(records(of: type, span.rows, purpose))
        }
    }

    // MARK: - Kinds

    private mutating func categories(of type: ObjectType, _ rows: Int, _ purpose: Purpose) -> CategoryColumns {
        let known = (0...63).filter { type.allows(categoryValue: $0) }
        return CategoryColumns(
            values: array(rows) { purpose == .reply && $0.chance(oneIn: 4) ? $0.integer() : $0.pick(known) }
        )
    }

    private mutating func correlations(_ rows: Int) -> CorrelationColumns {
        let lengths = array(rows) { UInt32($0.count(1...3)) }
        let members = lengths.reduce(0) { $0 + Int($1) }
        return CorrelationColumns(lengths: lengths, members: array(members) { $0.id() })
    }

    private mutating func routes(_ rows: Int, _ purpose: Purpose) -> RouteColumns {
        let sizes = series(rows, purpose)
        let locations = sizes.lengths.reduce(0) { $0 + Int($1) }
        let timestamps = sizes.lengths.flatMap { length in array(Int(length)) { $0.time() }.sorted() }
        return RouteColumns(
            lengths: sizes.lengths,
            counts: sizes.counts,
            timestamps: timestamps,
            latitudes: array(locations) { $0.number(-90...90) },
            longitudes: array(locations) { $0.number(-180...180) },
            altitudes: emptyOr(locations) { $0.number() },
            horizontalAccuracies: emptyOr(locations) { $0.number() },
            verticalAccuracies: emptyOr(locations) { $0.number() },
            speeds: emptyOr(locations) { $0.number() },
            courses: emptyOr(locations) { $0.number() },
            speedAccuracies: emptyOr(locations) { $0.number() },
            courseAccuracies: emptyOr(locations) { $0.number() }
        )
    }

    private mutating func heartbeats(_ rows: Int, _ purpose: Purpose) -> HeartbeatColumns {
        let sizes = series(rows, purpose)
        let beats = sizes.lengths.reduce(0) { $0 + Int($1) }
        return HeartbeatColumns(
            lengths: sizes.lengths,
            counts: sizes.counts,
            offsets: sizes.lengths.flatMap { length in array(Int(length)) { $0.amount() }.sorted() },
            gaps: emptyOr(beats) { $0.flag() ? 1 : 0 }
        )
    }

    /// A reply may hold the series or only their counts, and values that a newer server knows.
    private mutating func records(of type: ObjectType, _ rows: Int, _ purpose: Purpose) -> RecordColumns {
        var columns = RandomRecords.columns(of: type, rows, using: &random)
        guard purpose == .reply, RecordSchema.of(type)?.series != nil, flag() else { return columns }
        columns.counts = columns.lengths.map(Int64.init)
        if flag() {
            columns.lengths = []
            (columns.voltages, columns.contents) = ([], [])
        }
        return columns
    }

    /// The sizes of routes and heartbeat series: a save carries them whole, a reply whole or not at all.
    private mutating func series(_ rows: Int, _ purpose: Purpose) -> (lengths: [UInt32], counts: [Int64]) {
        let counts = array(rows) { Int64($0.count(1...5)) }
        switch purpose {
        case .saving:
            return (counts.map { UInt32($0) }, [])
        case .reply:
            if chance(oneIn: 4) { return ([], array(rows) { Int64.random(in: 0...(.max), using: &$0.random) }) }
            if chance(oneIn: 4) { return (counts.map { UInt32($0) }, []) }
            return (counts.map { flag() ? UInt32($0) : 0 }, counts)
        }
    }
}

// MARK: - Quantities

extension RandomValues {
    private mutating func quantities(of type: ObjectType, _ span: Span, _ purpose: Purpose) -> QuantityColumns {
        let rows = span.rows
        var columns = QuantityColumns(values: array(rows) { $0.number() }, unit: unit(for: type))
        if chance(oneIn: 3) {
            columns.counts = emptyOr(rows) { Int64($0.count(1...5)) }
            columns.points = points(columns.counts, span)
        } else {
            columns.counts = emptyOr(rows) { $0.pick([1, 2, 1000, .max]) }
        }
        // What follows from the points is for the server to say.
        if columns.points == nil || purpose == .reply {
            addDerived(to: &columns, rows)
        }
        return columns
    }

    private mutating func addDerived(to columns: inout QuantityColumns, _ rows: Int) {
        columns.minimums = emptyOr(rows) { $0.number() }
        columns.maximums = emptyOr(rows) { $0.number() }
        if columns.minimums.count == columns.maximums.count {
            columns.maximums = zip(columns.minimums, columns.maximums).map { max($0, $1) }
        }
        columns.mostRecents = emptyOr(rows) { $0.number() }
        let starts = array(rows) { $0.time() }
        columns.mostRecentStarts = flag() ? starts : []
        columns.mostRecentEnds = flag() ? starts.map { time(in: $0...Self.last) } : []
    }

    private mutating func points(_ counts: [Int64], _ span: Span) -> SeriesPoints {
        var points = SeriesPoints(lengths: [], starts: [], values: [])
        let hasEnds = flag()
        for row in 0..<span.rows {
            let length = flag() ? (counts.isEmpty ? 1 : counts[row]) : 0
            points.lengths.append(UInt32(length))
            let starts = array(Int(length)) { $0.time(in: span.range(row)) }.sorted()
            points.starts += starts
            if hasEnds {
                points.ends += starts.map { time(in: $0...span.ends[row]) }
            }
        }
        points.values = array(points.starts.count) { $0.number() }
        return points
    }
}
