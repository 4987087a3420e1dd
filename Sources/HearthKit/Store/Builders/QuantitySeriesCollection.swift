internal import Foundation
internal import HearthModel

/// The quantities of a series, added in any order and sorted by time when the series is finished.
struct QuantitySeriesCollection {
    private let type: ObjectType
    private let start: Date
    private var stage = CollectionStage.collecting
    /// Sorted by start; each start occurs once.
    private var points: [Timestamp: Point] = [:]

    private struct Point {
        var start: Timestamp
        var end: Timestamp
        var value: Double
    }

    /// A finished series: the columns of one sample, or of several if it is too long for one.
    struct QuantitySeries {
        var starts: [Timestamp]
        var ends: [Timestamp]
        var columns: QuantityColumns
        var metadata: Metadata
    }

    init(type: ObjectType, start: Date) {
        self.type = type
        self.start = start
    }

    /// Adds a quantity that was measured over a time. It replaces one that began at the same moment.
    mutating func insert(_ quantity: HKQuantity, for interval: DateInterval) throws(HearthError) {
        try stage.requireCollecting()
        guard interval.start >= start else {
            throw HearthError(.invalidArgument, "The quantity is from before the start of the series.")
        }
        guard let unit = type.storageUnit, quantity.unit.isCompatible(with: unit) else {
            throw HearthError(.incompatibleUnit, "\(quantity.unit) is not a unit for \(type).")
        }
        let point = Point(
            start: Timestamp(clamping: interval.start),
            end: Timestamp(clamping: interval.end),
            value: try quantity.value(in: unit)
        )
        guard point.value.isFinite, point.start.isValid, point.end.isValid else {
            throw HearthError(.invalidArgument, "The quantity is not a number, or outside of 1900-01-01 to 2150-01-01.")
        }
        points[point.start] = point
    }

    /// The series, from its start to `end`, or otherwise to the end of its last quantity. A series without quantities,
    /// or with one after `end`, is an error; more can be added after it.
    mutating func finish(_ metadata: Metadata, end: Date? = nil) throws(HearthError) -> QuantitySeries {
        try stage.requireCollecting()
        let ordered = points.values.sorted { $0.start < $1.start }
        guard let last = ordered.map(\.end).max() else {
            throw HearthError(.invalidArgument, "The series has no quantities.")
        }
        let end = end.map(Timestamp.init(clamping:)) ?? last
        guard end >= last else {
            throw HearthError(.invalidArgument, "A quantity is from after the end of the series.")
        }
        close(.finished)
        return series(ordered, until: end, metadata)
    }

    mutating func discard() {
        close(.discarded)
    }

    private mutating func close(_ stage: CollectionStage) {
        self.stage = stage
        points = [:]
    }

    /// As few samples as can hold the points, one after the other.
    private func series(_ ordered: [Point], until end: Timestamp, _ metadata: Metadata) -> QuantitySeries {
        let most = Int(Limits.standard.seriesPoints)
        let parts = stride(from: 0, to: ordered.count, by: most).map { ordered[$0..<min($0 + most, ordered.count)] }
        // The first sample begins with the series and the last ends with it; between them a sample is as long as its
        // quantities.
        var starts = parts.map { $0[$0.startIndex].start }
        var ends = parts.map { $0.reduce($0[$0.startIndex].end) { max($0, $1.end) } }
        starts[0] = Timestamp(clamping: start)
        ends[ends.count - 1] = end
        return QuantitySeries(
            starts: starts,
            ends: ends,
            columns: QuantityColumns(
                values: parts.map(condensed),
                counts: parts.map { Int64($0.count) },
                points: SeriesPoints(
                    lengths: parts.map { UInt32($0.count) },
                    starts: ordered.map(\.start),
                    ends: ordered.allSatisfy { $0.start == $0.end } ? [] : ordered.map(\.end),
                    values: ordered.map(\.value)
                )
            ),
            metadata: metadata
        )
    }

    /// The value of a sample for the points: their sum or average.
    private func condensed(_ points: ArraySlice<Point>) -> Double {
        var summary = QuantitySummary(of: type)
        for point in points {
            summary.add(point.value, from: point.start, to: point.end)
        }
        guard let value = summary.sum ?? summary.average else {
            fatalError("a part of a series has at least one point")
        }
        return value
    }
}
