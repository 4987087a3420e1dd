import HearthModel

@testable import HearthStore

/// Rows, compared column by column and numbers bit for bit.
struct RowBits: Equatable {
    private let samples: SampleColumns
    private let numbers: [[UInt64]]
    private let log: [[UInt64]]
    private let provenances: [UInt32]

    init(_ rows: SegmentRows) {
        samples = rows.samples
        numbers = rows.samples.payload.numbers.map { $0.map(\.bitPattern) }
        log = [rows.sequences, rows.commits, rows.syncKeys]
        provenances = rows.provenances
    }
}

extension SampleColumns.Payload {
    fileprivate var numbers: [[Double]] {
        switch self {
        case .quantity(let columns):
            [columns.values, columns.minimums, columns.maximums, columns.mostRecents, columns.points?.values ?? []]
        case .category, .correlation:
            []
        case .workout(let columns):
            [columns.durations]
        case .route(let columns):
            [columns.latitudes, columns.longitudes] + RouteColumns.optionalColumns.map { columns[keyPath: $0.column] }
        case .heartbeat(let columns):
            [columns.offsets]
        case .record(let columns):
            [columns.voltages]
        }
    }
}

extension SegmentRows {
    /// What is left when only some parts are asked for.
    func reduced(to parts: SegmentParts) -> SegmentRows {
        var rows = self
        if !parts.contains(.metadata) {
            rows.samples.metadata = DictionaryColumn()
        }
        if !parts.contains(.provenances) {
            rows.provenances = []
        }
        if !parts.contains(.log) {
            (rows.sequences, rows.commits) = ([], [])
        }
        if !parts.contains(.syncKeys) {
            rows.syncKeys = []
        }
        rows.samples.payload = samples.payload.reduced(to: parts)
        return rows
    }
}

extension SampleColumns.Payload {
    fileprivate func reduced(to parts: SegmentParts) -> SampleColumns.Payload {
        let isWanted = parts.contains(.payload)
        let withSeries = parts.contains(.series)
        switch self {
        case .quantity(var columns):
            columns.points = withSeries ? columns.points : nil
            return .quantity(isWanted ? columns : QuantityColumns(values: []))
        case .category(let columns):
            return .category(isWanted ? columns : CategoryColumns(values: []))
        case .correlation(let columns):
            return .correlation(isWanted ? columns : CorrelationColumns(lengths: [], members: []))
        case .workout(let columns):
            return .workout(isWanted ? columns : WorkoutColumns(activityTypes: []))
        case .route(let columns):
            guard isWanted else { return .route(RouteColumns()) }
            return .route(withSeries ? columns : RouteColumns(counts: columns.lengths.map(Int64.init)))
        case .heartbeat(let columns):
            guard isWanted else { return .heartbeat(HeartbeatColumns()) }
            return .heartbeat(withSeries ? columns : HeartbeatColumns(counts: columns.lengths.map(Int64.init)))
        case .record(let columns):
            guard isWanted else { return .record(RecordColumns(records: [])) }
            return .record(
                withSeries
                    ? columns
                    : RecordColumns(records: columns.records, counts: columns.lengths.map(Int64.init))
            )
        }
    }
}
