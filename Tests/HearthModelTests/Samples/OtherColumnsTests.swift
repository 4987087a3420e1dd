import HearthModel
import Testing

/// The rules of categories, correlations, routes and heartbeat series.
@Suite struct OtherColumnsTests {
    private typealias Fixtures = SampleFixtures

    // MARK: - Categories and correlations

    static let categories: [SampleRule] = [
        SampleRule("a value for each row", .malformedColumn, "category.values") {
            $0.category.values = [.min, .max]
        } refuse: {
            $0.category.values = [0]
        }
    ]

    @Test(arguments: categories)
    func aRuleOfCategoriesHolds(_ rule: SampleRule) {
        rule.expect(on: Fixtures.categories) { samples throws(HearthError) in try samples.validate() }
    }

    static let correlations: [SampleRule] = [
        SampleRule("a length for each row", .malformedColumn, "correlation.lengths") {
            $0.correlation.lengths = [3]
        },
        SampleRule("at least one member", .valueOutOfRange, "correlation.lengths[1]") {
            $0.correlation.lengths = [2, 1]
        } refuse: {
            $0.correlation.lengths = [3, 0]
        },
        SampleRule("the lengths add up", .malformedColumn, "correlation.members") {
            $0.correlation.lengths = [1, 2]
        } refuse: {
            $0.correlation.lengths = [2, 2]
        },
        SampleRule("the largest correlation", .limitExceeded, "correlation.lengths[0]") {
            $0.correlation.lengths = [131_072, 1]
            $0.correlation.members = Array(repeating: Fixtures.id(3), count: 131_073)
        } refuse: {
            $0.correlation.lengths = [131_073, 1]
            $0.correlation.members = Array(repeating: Fixtures.id(3), count: 131_074)
        },
    ]

    @Test(arguments: correlations)
    func aRuleOfCorrelationsHolds(_ rule: SampleRule) {
        rule.expect(on: Fixtures.correlations) { samples throws(HearthError) in try samples.validate() }
    }

    // MARK: - Routes

    static let routes: [SampleRule] = [
        SampleRule("a length for each row", .malformedColumn, "route.lengths") {
            $0.route.lengths = [3]
        },
        SampleRule("the lengths add up", .malformedColumn, "route.timestamps") {
            $0.route.lengths = [1, 2]
            $0.route.timestamps = [Fixtures.end, Fixtures.start, Fixtures.end]
        } refuse: {
            $0.route.lengths = [2, 2]
        },
        SampleRule("a count for each row, or none", .malformedColumn, "route.counts") {
            $0.route.counts = [2, 1]
        } refuse: {
            $0.route.counts = [2]
        },
        SampleRule("a count is not negative", .valueOutOfRange, "route.counts[0]") {
            $0.route = RouteColumns(counts: [0, .max])
        } refuse: {
            $0.route = RouteColumns(counts: [-1, 0])
        },
        SampleRule("lengths or counts", .malformedColumn, "route.lengths") {
            $0.route = RouteColumns(lengths: [0, 0])
        } refuse: {
            $0.route = RouteColumns()
        },
        SampleRule("a length is 0 or the count", .valueOutOfRange, "route.lengths[1]") {
            $0.route = RouteColumns(lengths: [0, 0], counts: [5, 0])
        } refuse: {
            $0.route.counts = [2, 3]
        },
        SampleRule("the last time of a location", .valueOutOfRange, "route.timestamps[1]") {
            $0.route.timestamps[1] = Fixtures.last
        } refuse: {
            $0.route.timestamps[1] = .latest
        },
        SampleRule("locations ascend", .valueOutOfRange, "route.timestamps[1]") {
            $0.route.timestamps[1] = Fixtures.start
        } refuse: {
            $0.route.timestamps[1] = Fixtures.beforeStart
        },
        SampleRule("a latitude for each location", .malformedColumn, "route.latitudes") {
            $0.route.latitudes.removeLast()
        },
        SampleRule("the northernmost latitude", .valueOutOfRange, "route.latitudes[2]") {
            $0.route.latitudes[2] = 90
        } refuse: {
            $0.route.latitudes[2] = 90.0.nextUp
        },
        SampleRule("the southernmost latitude", .valueOutOfRange, "route.latitudes[0]") {
            $0.route.latitudes[0] = -90
        } refuse: {
            $0.route.latitudes[0] = (-90.0).nextDown
        },
        SampleRule("a latitude is a number", .valueOutOfRange, "route.latitudes[0]") {
            $0.route.latitudes[0] = .nan
        },
        SampleRule("a longitude for each location", .malformedColumn, "route.longitudes") {
            $0.route.longitudes.append(0)
        },
        SampleRule("the easternmost longitude", .valueOutOfRange, "route.longitudes[1]") {
            $0.route.longitudes[1] = 180
        } refuse: {
            $0.route.longitudes[1] = 180.0.nextUp
        },
        SampleRule("the westernmost longitude", .valueOutOfRange, "route.longitudes[1]") {
            $0.route.longitudes[1] = -180
        } refuse: {
            $0.route.longitudes[1] = (-180.0).nextDown
        },
    ]

    @Test(arguments: routes)
    func aRuleOfRoutesHolds(_ rule: SampleRule) {
        rule.expect(on: Fixtures.routes) { samples throws(HearthError) in try samples.validate() }
    }

    private typealias ColumnPath = any WritableKeyPath<RouteColumns, [Double]> & Sendable

    private static let optionalColumns: [(path: ColumnPath, field: String)] = [
        (\.altitudes, "altitudes"),
        (\.horizontalAccuracies, "horizontal_accuracies"),
        (\.verticalAccuracies, "vertical_accuracies"),
        (\.speeds, "speeds"),
        (\.courses, "courses"),
        (\.speedAccuracies, "speed_accuracies"),
        (\.courseAccuracies, "course_accuracies"),
    ]

    @Test func theOtherColumnsOfRoutesAreCompleteAndFiniteOrLeftOut() {
        for (path, field) in Self.optionalColumns {
            let rules = [
                SampleRule(field, .malformedColumn, "route.\(field)") {
                    $0.route[keyPath: path] = [-1, 0, .greatestFiniteMagnitude]
                } refuse: {
                    $0.route[keyPath: path] = [-1, 0]
                },
                SampleRule(field, .valueOutOfRange, "route.\(field)[2]") {
                    $0.route[keyPath: path] = [-1, 0, -.infinity]
                },
            ]
            for rule in rules {
                rule.expect(on: Fixtures.routes) { samples throws(HearthError) in try samples.validate() }
            }
        }
    }

    // MARK: - Heartbeat series

    static let heartbeats: [SampleRule] = [
        SampleRule("the lengths add up", .malformedColumn, "heartbeat.offsets") {
            $0.heartbeat.offsets.append(2)
        },
        SampleRule("lengths or counts", .malformedColumn, "heartbeat.lengths") {
            $0.heartbeat = HeartbeatColumns(counts: [0, 3])
        } refuse: {
            $0.heartbeat = HeartbeatColumns()
        },
        SampleRule("a length is 0 or the count", .valueOutOfRange, "heartbeat.lengths[0]") {
            $0.heartbeat.counts = [2, 1]
        } refuse: {
            $0.heartbeat.counts = [3, 1]
        },
        SampleRule("an offset is not negative", .valueOutOfRange, "heartbeat.offsets[2]") {
            $0.heartbeat.offsets[2] = -0.0
        } refuse: {
            $0.heartbeat.offsets[2] = -.leastNonzeroMagnitude
        },
        SampleRule("an offset is finite", .valueOutOfRange, "heartbeat.offsets[1]") {
            $0.heartbeat.offsets[1] = .greatestFiniteMagnitude
        } refuse: {
            $0.heartbeat.offsets[1] = .infinity
        },
        SampleRule("beats ascend", .valueOutOfRange, "heartbeat.offsets[1]") {
            $0.heartbeat.offsets = [3, 3, 0]
        } refuse: {
            $0.heartbeat.offsets = [3, 3.0.nextDown, 0]
        },
        SampleRule("a flag for each beat, or none", .malformedColumn, "heartbeat.gaps") {
            $0.heartbeat.gaps = [0, 1, 0]
        } refuse: {
            $0.heartbeat.gaps = [0, 1]
        },
        SampleRule("a flag is 0 or 1", .valueOutOfRange, "heartbeat.gaps[1]") {
            $0.heartbeat.gaps = [1, 1, 1]
        } refuse: {
            $0.heartbeat.gaps = [1, 2, 1]
        },
    ]

    @Test(arguments: heartbeats)
    func aRuleOfHeartbeatsHolds(_ rule: SampleRule) {
        rule.expect(on: Fixtures.heartbeats) { samples throws(HearthError) in try samples.validate() }
    }
}
