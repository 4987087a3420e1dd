internal import HearthModel

/// The statistics of many intervals as columns, without an object for each interval. Use it for charts of years. Beyond
/// HealthKit.
///
/// An interval with quantities is a row: the same index in each of the arrays. A column that was not asked for is empty.
public struct HKStatisticsColumns: Sendable {
    private let type: ObjectType

    /// The unit of the quantities.
    public private(set) var unit: HKUnit
    /// When each interval begins, in nanoseconds since 1970-01-01 UTC.
    public private(set) var startNanoseconds: [Int64] = []
    /// When each interval ends, in nanoseconds since 1970-01-01 UTC.
    public private(set) var endNanoseconds: [Int64] = []
    /// How many quantities are in each interval.
    public private(set) var counts: [Int64] = []
    /// The sums.
    public private(set) var sums: [Double] = []
    /// The averages.
    public private(set) var averages: [Double] = []
    /// The smallest quantities.
    public private(set) var minimums: [Double] = []
    /// The largest quantities.
    public private(set) var maximums: [Double] = []
    /// The latest quantities.
    public private(set) var mostRecents: [Double] = []
    /// When the latest quantities begin, in nanoseconds since 1970-01-01 UTC.
    public private(set) var mostRecentStartNanoseconds: [Int64] = []
    /// When the latest quantities end, in nanoseconds since 1970-01-01 UTC.
    public private(set) var mostRecentEndNanoseconds: [Int64] = []
    /// How long the samples in each interval last, in seconds.
    public private(set) var durations: [Double] = []

    /// By identifier.
    private var parts: [Part] = []

    private struct Part {
        var source: Source
        var columns: HKStatisticsColumns
    }

    init(of type: ObjectType) {
        self.type = type
        unit = HKUnit(type.storageUnit ?? .count)
    }

    /// The type of the quantities.
    public var quantityType: HKQuantityType { HKObjectType.single(type) }

    /// How many intervals have quantities.
    public var count: Int { counts.count }

    /// The sources of the quantities; none unless the statistics are separated by source.
    public var sources: [HKSource] { parts.map { HKSource($0.source) } }

    /// The statistics of a source by itself; nil unless the statistics are separated by source and it has quantities.
    public func columns(for source: HKSource) -> HKStatisticsColumns? {
        parts.first { $0.source.app == source.source.app }?.columns
    }

    /// The statistics in another unit. One that measures something else is an error.
    public func converted(to unit: HKUnit) throws -> HKStatisticsColumns {
        do throws(HearthError) {
            return try HKStatisticsColumns(self, in: unit)
        } catch {
            throw HKError(error)
        }
    }

    private init(_ columns: HKStatisticsColumns, in unit: HKUnit) throws(HearthError) {
        self = columns
        self.unit = unit
        let conversion = try UnitConversion(from: columns.unit.unit, to: unit.unit)
        conversion.apply(to: &sums)
        conversion.apply(to: &averages)
        conversion.apply(to: &minimums)
        conversion.apply(to: &maximums)
        conversion.apply(to: &mostRecents)
        for index in parts.indices {
            parts[index].columns = try HKStatisticsColumns(parts[index].columns, in: unit)
        }
    }

    // MARK: - In the store's terms

    /// Takes over a reply, whose buckets have these edges.
    mutating func take(_ batch: StatisticsBatch, edges: ArraySlice<Timestamp>) {
        append(batch.merged, edges)
        for part in batch.sources {
            let app = part.source.app
            let index = parts.firstIndex { $0.source.app >= app } ?? parts.count
            if index == parts.count || parts[index].source.app != app {
                parts.insert(Part(source: part.source, columns: HKStatisticsColumns(of: type)), at: index)
            }
            // Later batches have later names.
            parts[index].source = part.source
            parts[index].columns.append(part.columns, edges)
        }
    }

    private mutating func append(_ columns: StatisticsColumns, _ edges: ArraySlice<Timestamp>) {
        startNanoseconds += columns.buckets.map { edges[edges.startIndex + Int($0)].nanoseconds }
        endNanoseconds += columns.buckets.map { edges[edges.startIndex + Int($0) + 1].nanoseconds }
        counts += columns.counts
        sums += columns.sums
        averages += columns.averages
        minimums += columns.minimums
        maximums += columns.maximums
        mostRecents += columns.mostRecents
        mostRecentStartNanoseconds += columns.mostRecentStarts.map(\.nanoseconds)
        mostRecentEndNanoseconds += columns.mostRecentEnds.map(\.nanoseconds)
        durations += columns.durations
    }
}
