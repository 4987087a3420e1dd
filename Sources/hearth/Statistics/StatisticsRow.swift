import Foundation
import HearthKit
import HearthModel

/// What `hearth stats` prints of a type.
enum StatisticsColumn: String, Sendable {
    case sum, average, minimum, maximum

    static func all(of type: ObjectType) -> [StatisticsColumn] {
        type.aggregation == .cumulative ? [.sum] : [.average, .minimum, .maximum]
    }

    var option: HKStatisticsOptions {
        switch self {
        case .sum: .cumulativeSum
        case .average: .discreteAverage
        case .minimum: .discreteMin
        case .maximum: .discreteMax
        }
    }

    var computed: StatisticsOptions {
        switch self {
        case .sum: .sum
        case .average: .average
        case .minimum: .minimum
        case .maximum: .maximum
        }
    }

    func value(_ columns: StatisticsColumns, _ row: Int) -> Double {
        switch self {
        case .sum: columns.sums[row]
        case .average: columns.averages[row]
        case .minimum: columns.minimums[row]
        case .maximum: columns.maximums[row]
        }
    }

    func quantity(_ statistics: HKStatistics, of source: HKSource?) -> HKQuantity? {
        switch self {
        case .sum: source.map(statistics.sumQuantity(for:)) ?? statistics.sumQuantity()
        case .average: source.map(statistics.averageQuantity(for:)) ?? statistics.averageQuantity()
        case .minimum: source.map(statistics.minimumQuantity(for:)) ?? statistics.minimumQuantity()
        case .maximum: source.map(statistics.maximumQuantity(for:)) ?? statistics.maximumQuantity()
        }
    }
}

/// The statistics of an interval, of all sources together or of one.
struct StatisticsRow: Sendable {
    let start: Timestamp
    let end: Timestamp
    /// One for each column. Nil if the interval has no quantities.
    let values: [Double?]
    /// Nil for all sources together.
    let source: String?

    /// The row of all sources, and after it one of each source if they are separated.
    static func rows(
        _ statistics: HKStatistics,
        _ columns: [StatisticsColumn],
        in unit: DisplayUnit
    ) -> [StatisticsRow] {
        let each = (statistics.sources ?? []).sorted { $0.bundleIdentifier < $1.bundleIdentifier }
        return ([nil] + each).map { source in
            StatisticsRow(
                start: Timestamp(nearestValid: statistics.startDate),
                end: Timestamp(nearestValid: statistics.endDate),
                values: columns.map {
                    $0.quantity(statistics, of: source)?.doubleValue(for: HKUnit(from: unit.unit.text))
                },
                source: source?.bundleIdentifier
            )
        }
    }

    /// The row of the only bucket, and after it one of each source. The times are those of the quantities in the bucket.
    static func rows(
        _ batch: StatisticsBatch,
        _ columns: [StatisticsColumn],
        from start: Timestamp,
        to end: Timestamp
    ) -> [StatisticsRow] {
        let each = batch.sources.sorted { $0.source.bundleIdentifier < $1.source.bundleIdentifier }
        let parts = [(nil, batch.merged)] + each.map { ($0.source.bundleIdentifier, $0.columns) }
        return parts.filter { $1.count > 0 && $1.counts[0] > 0 }.map { source, found in
            StatisticsRow(
                start: max(batch.merged.starts[0], start),
                end: min(batch.merged.ends[0], end),
                values: columns.map { $0.value(found, 0) },
                source: source
            )
        }
    }
}
