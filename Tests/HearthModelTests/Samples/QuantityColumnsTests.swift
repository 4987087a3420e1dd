import HearthModel
import Testing

@Suite struct QuantityColumnsTests {
    private typealias Fixtures = SampleFixtures

    /// Two samples of 1 and 2 points.
    private static let points = SeriesPoints(
        lengths: [1, 2],
        starts: [Fixtures.start, Fixtures.start, Fixtures.end],
        values: [1, 2, 3]
    )

    private static let series: SampleColumns = {
        var samples = Fixtures.quantities
        samples.quantity.counts = [1, 2]
        samples.quantity.points = points
        return samples
    }()

    static let rules: [SampleRule] = [
        SampleRule("a value for each row", .malformedColumn, "quantity.values") {
            $0.quantity.values.removeLast()
        },
        SampleRule("the greatest number", .valueOutOfRange, "quantity.values[1]") {
            $0.quantity.values[1] = .greatestFiniteMagnitude
        } refuse: {
            $0.quantity.values[1] = .infinity
        },
        SampleRule("the least number", .valueOutOfRange, "quantity.values[0]") {
            $0.quantity.values[0] = -.greatestFiniteMagnitude
        } refuse: {
            $0.quantity.values[0] = -.infinity
        },
        SampleRule("a number", .valueOutOfRange, "quantity.values[1]") {
            $0.quantity.values[1] = .nan
        },
        SampleRule("a unit of the type", .incompatibleUnit, "quantity.unit") {
            $0.quantity.unit = $0.type.storageUnit
        } refuse: {
            $0.quantity.unit = .kilogram
        },
        SampleRule("a count for each row, or none", .malformedColumn, "quantity.counts") {
            $0.quantity.counts = [.max, 1]
        } refuse: {
            $0.quantity.counts = [1]
        },
        SampleRule("a count is at least 1", .valueOutOfRange, "quantity.counts[1]") {
            $0.quantity.counts = [1, 1]
        } refuse: {
            $0.quantity.counts = [1, 0]
        },
        SampleRule("a minimum for each row, or none", .malformedColumn, "quantity.minimums") {
            $0.quantity.minimums = [1, 2]
        } refuse: {
            $0.quantity.minimums = [1]
        },
        SampleRule("a minimum is finite", .valueOutOfRange, "quantity.minimums[0]") {
            $0.quantity.minimums = [.nan, 2]
        },
        SampleRule("a maximum for each row, or none", .malformedColumn, "quantity.maximums") {
            $0.quantity.maximums = [1, 2]
        } refuse: {
            $0.quantity.maximums = [1, 2, 3]
        },
        SampleRule("a maximum is finite", .valueOutOfRange, "quantity.maximums[1]") {
            $0.quantity.maximums = [1, .infinity]
        },
        SampleRule("a last quantity for each row, or none", .malformedColumn, "quantity.most_recents") {
            $0.quantity.mostRecents = [1, 2]
        } refuse: {
            $0.quantity.mostRecents = [1]
        },
        SampleRule("a last quantity is finite", .valueOutOfRange, "quantity.most_recents[0]") {
            $0.quantity.mostRecents = [-.infinity, 0]
        },
        SampleRule("a last start for each row, or none", .malformedColumn, "quantity.most_recent_starts") {
            $0.quantity.mostRecentStarts = [Fixtures.start, Fixtures.end]
        } refuse: {
            $0.quantity.mostRecentStarts = [Fixtures.start]
        },
        SampleRule("the earliest last start", .valueOutOfRange, "quantity.most_recent_starts[1]") {
            $0.quantity.mostRecentStarts = [Fixtures.start, .earliest]
        } refuse: {
            $0.quantity.mostRecentStarts = [Fixtures.start, Fixtures.beforeEarliest]
        },
        SampleRule("a last end for each row, or none", .malformedColumn, "quantity.most_recent_ends") {
            $0.quantity.mostRecentEnds = [Fixtures.start, Fixtures.end]
        } refuse: {
            $0.quantity.mostRecentEnds = [Fixtures.start]
        },
        SampleRule("the latest last end", .valueOutOfRange, "quantity.most_recent_ends[0]") {
            $0.quantity.mostRecentEnds = [Fixtures.last, Fixtures.end]
        } refuse: {
            $0.quantity.mostRecentEnds = [.latest, Fixtures.end]
        },
        SampleRule("the last end is not before its start", .valueOutOfRange, "quantity.most_recent_ends[1]") {
            $0.quantity.mostRecentStarts = [Fixtures.start, Fixtures.start]
            $0.quantity.mostRecentEnds = [Fixtures.start, Fixtures.start]
        } refuse: {
            $0.quantity.mostRecentStarts = [Fixtures.start, Fixtures.start]
            $0.quantity.mostRecentEnds = [Fixtures.start, Fixtures.beforeStart]
        },
    ]

    static let pointRules: [SampleRule] = [
        SampleRule("a length for each row", .malformedColumn, "quantity.points.lengths") {
            $0.quantity.points?.lengths = [1]
        },
        SampleRule("the lengths add up", .malformedColumn, "quantity.points.starts") {
            $0.quantity.points?.starts.append(Fixtures.end)
        },
        SampleRule("the longest series", .limitExceeded, "quantity.points.lengths[1]") {
            $0.quantity.counts[1] = 131_072
            $0.quantity.points = longSeries(131_072)
        } refuse: {
            $0.quantity.counts[1] = 131_073
            $0.quantity.points = longSeries(131_073)
        },
        SampleRule("a length is the count", .valueOutOfRange, "quantity.points.lengths[1]") {
            $0.quantity.counts[1] = 3
        },
        SampleRule("a length may be 0 whatever the count", .valueOutOfRange, "quantity.points.lengths[0]") {
            $0.quantity.counts = [7, 2]
            $0.quantity.points = twoPoints(lengths: [0, 2])
        } refuse: {
            $0.quantity.counts = [7, 2]
        },
        SampleRule("without counts a length is 1", .valueOutOfRange, "quantity.points.lengths[1]") {
            $0.quantity.counts = []
            $0.quantity.points = twoPoints(lengths: [1, 1])
        } refuse: {
            $0.quantity.counts = []
        },
        SampleRule("a value for each point", .malformedColumn, "quantity.points.values") {
            $0.quantity.points?.values.removeLast()
        },
        SampleRule("the value of a point is finite", .valueOutOfRange, "quantity.points.values[2]") {
            $0.quantity.points?.values[2] = .nan
        },
        SampleRule("points ascend", .valueOutOfRange, "quantity.points.starts[2]") {
            $0.quantity.points?.starts = [Fixtures.end, Fixtures.end, Fixtures.end]
        } refuse: {
            $0.quantity.points?.starts = [Fixtures.start, Fixtures.end, Fixtures.start]
        },
        SampleRule("points ascend only within a series", .valueOutOfRange, "quantity.points.starts[2]") {
            $0.quantity.points?.starts = [Fixtures.end, Fixtures.start, Fixtures.end]
        } refuse: {
            $0.quantity.points?.starts = [Fixtures.start, Fixtures.end, Fixtures.start]
        },
        SampleRule("an end for each point, or none", .malformedColumn, "quantity.points.ends") {
            $0.quantity.points?.ends = [Fixtures.end, Fixtures.end, Fixtures.end]
        } refuse: {
            $0.quantity.points?.ends = [Fixtures.end, Fixtures.end]
        },
        SampleRule("a point's end is not before its start", .valueOutOfRange, "quantity.points.ends[0]") {
            $0.quantity.points?.ends = [Fixtures.start, Fixtures.end, Fixtures.end]
        } refuse: {
            $0.quantity.points?.ends = [Fixtures.beforeStart, Fixtures.end, Fixtures.end]
        },
        SampleRule("a point is not before its sample", .valueOutOfRange, "quantity.points.starts[0]") {
            $0.quantity.points?.starts[0] = Fixtures.beforeStart
        },
        SampleRule("the start of a point is a time", .valueOutOfRange, "quantity.points.starts[0]") {
            $0.quantity.points?.starts[0] = Fixtures.beforeEarliest
        },
        SampleRule("the end of a point is a time", .valueOutOfRange, "quantity.points.ends[2]") {
            $0.quantity.points?.ends = [Fixtures.end, Fixtures.end, .latest]
        },
    ]

    private static func twoPoints(lengths: [UInt32]) -> SeriesPoints {
        SeriesPoints(lengths: lengths, starts: [Fixtures.start, Fixtures.end], values: [2, 3])
    }

    private static func longSeries(_ length: UInt32) -> SeriesPoints {
        SeriesPoints(
            lengths: [0, length],
            starts: Array(repeating: Fixtures.start, count: Int(length)),
            values: Array(repeating: 0, count: Int(length))
        )
    }

    @Test(arguments: rules)
    func aRuleOfQuantitiesHolds(_ rule: SampleRule) {
        rule.expect(on: Fixtures.quantities) { samples throws(HearthError) in try samples.validate() }
    }

    @Test(arguments: pointRules)
    func aRuleOfPointsHolds(_ rule: SampleRule) {
        rule.expect(on: Self.series) { samples throws(HearthError) in try samples.validate() }
    }
}
