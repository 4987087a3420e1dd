import HearthModel
import Testing

@Suite struct WorkoutColumnsTests {
    private typealias Fixtures = SampleFixtures

    private static func event(
        _ type: WorkoutEventType,
        _ start: Timestamp = Fixtures.start,
        _ end: Timestamp = Fixtures.start
    ) -> WorkoutEvent {
        WorkoutEvent(type: type, start: start, end: end)
    }

    private static let activity = WorkoutActivity(
        id: Fixtures.id(9),
        activityType: Fixtures.running,
        start: Fixtures.start,
        end: Fixtures.end,
        duration: 1
    )

    private static let statistics = WorkoutStatistics(
        type: Fixtures.type("heartRate"),
        start: Fixtures.start,
        end: Fixtures.end
    )

    private static let full: SampleColumns = {
        var samples = Fixtures.workouts
        samples.workout.details[1] = WorkoutDetail(
            events: [event(.pause), event(.resume, Fixtures.end, Fixtures.end)],
            activities: [activity],
            statistics: [statistics]
        )
        return samples
    }()

    // MARK: - Columns and totals

    static let rules: [SampleRule] = [
        SampleRule("an activity type for each row", .malformedColumn, "workout.activity_types") {
            $0.workout.activityTypes = [Fixtures.running]
        },
        SampleRule("a duration for each row, or none", .malformedColumn, "workout.durations") {
            $0.workout.durations = [1, 2]
        } refuse: {
            $0.workout.durations = [1]
        },
        SampleRule("a duration is not negative", .valueOutOfRange, "workout.durations[1]") {
            $0.workout.durations = [0, -0.0]
        } refuse: {
            $0.workout.durations = [0, -.leastNonzeroMagnitude]
        },
        SampleRule("a duration is finite", .valueOutOfRange, "workout.durations[0]") {
            $0.workout.durations = [.greatestFiniteMagnitude, 0]
        } refuse: {
            $0.workout.durations = [.infinity, 0]
        },
        SampleRule("a detail for each row, or none", .malformedColumn, "workout.details") {
            $0.workout.details = []
        } refuse: {
            $0.workout.details.removeLast()
        },
        SampleRule("energy", .valueOutOfRange, "workout.details[1].total_energy_burned") {
            $0.workout.details[1].totalEnergyBurned = 0
        } refuse: {
            $0.workout.details[1].totalEnergyBurned = -.leastNonzeroMagnitude
        },
        SampleRule("distance", .valueOutOfRange, "workout.details[1].total_distance") {
            $0.workout.details[1].totalDistance = .greatestFiniteMagnitude
        } refuse: {
            $0.workout.details[1].totalDistance = .infinity
        },
        SampleRule("strokes", .valueOutOfRange, "workout.details[0].total_swimming_stroke_count") {
            $0.workout.details[0].totalSwimmingStrokeCount = -0.0
        } refuse: {
            $0.workout.details[0].totalSwimmingStrokeCount = -1
        },
        SampleRule("flights", .valueOutOfRange, "workout.details[0].total_flights_climbed") {
            $0.workout.details[0].totalFlightsClimbed = .nan
        },
    ]

    // MARK: - Events

    static let eventRules: [SampleRule] = [
        SampleRule("an event is not before its workout", .valueOutOfRange, "workout.details[1].events[0].start") {
            $0.workout.details[1].events[0] = event(.pause, Fixtures.beforeStart, Fixtures.beforeStart)
        },
        SampleRule("an event does not end before it starts", .valueOutOfRange, "workout.details[1].events[0].end") {
            $0.workout.details[1].events[0] = event(.lap)
        } refuse: {
            $0.workout.details[1].events[0] = event(.lap, Fixtures.start, Fixtures.beforeStart)
        },
        SampleRule("laps last", .valueOutOfRange, "workout.details[1].events[0].end") {
            $0.workout.details[1].events[0] = event(.lap, Fixtures.start, Fixtures.end)
        } refuse: {
            $0.workout.details[1].events[0] = event(.marker, Fixtures.start, Fixtures.end)
        },
        SampleRule("segments last", .valueOutOfRange, "workout.details[1].events[0].end") {
            $0.workout.details[1].events[0] = event(.segment, Fixtures.start, Fixtures.end)
        } refuse: {
            $0.workout.details[1].events[0] = event(.pauseOrResumeRequest, Fixtures.start, Fixtures.end)
        },
        SampleRule("an unknown event may last", .valueOutOfRange, "workout.details[1].events[0].end") {
            $0.workout.details[1].events[0] = event(WorkoutEventType(rawValue: 9), Fixtures.start, Fixtures.end)
        } refuse: {
            $0.workout.details[1].events[0] = event(.pause, Fixtures.start, Fixtures.end)
        },
        SampleRule("events ascend", .valueOutOfRange, "workout.details[1].events[1].start") {
            $0.workout.details[1].events = [event(.pause), event(.resume)]
        } refuse: {
            $0.workout.details[1].events = [event(.pause, Fixtures.end, Fixtures.end), event(.resume)]
        },
        SampleRule("an event is at a time", .valueOutOfRange, "workout.details[1].events[0].start") {
            $0.workout.details[1].events[0] = event(.pause, Fixtures.beforeEarliest, Fixtures.start)
        },
    ]

    // MARK: - Activities

    static let activityRules: [SampleRule] = [
        SampleRule("an activity begins at a time", .valueOutOfRange, "workout.details[1].activities[0].start") {
            $0.workout.details[1].activities[0].start = .earliest
        } refuse: {
            $0.workout.details[1].activities[0].start = Fixtures.beforeEarliest
        },
        SampleRule("it need not have ended", .valueOutOfRange, "workout.details[1].activities[0].end") {
            $0.workout.details[1].activities[0].end = nil
        } refuse: {
            $0.workout.details[1].activities[0].end = .latest
        },
        SampleRule("it does not end before it begins", .valueOutOfRange, "workout.details[1].activities[0].end") {
            $0.workout.details[1].activities[0].end = Fixtures.start
        } refuse: {
            $0.workout.details[1].activities[0].end = Fixtures.beforeStart
        },
        SampleRule("it lasts no less than nothing", .valueOutOfRange, "workout.details[1].activities[0].duration") {
            $0.workout.details[1].activities[0].duration = 0
        } refuse: {
            $0.workout.details[1].activities[0].duration = -.leastNonzeroMagnitude
        },
        SampleRule("a lap has a length", .valueOutOfRange, "workout.details[1].activities[0].lap_length") {
            $0.workout.details[1].activities[0].lapLength = .leastNonzeroMagnitude
        } refuse: {
            $0.workout.details[1].activities[0].lapLength = 0
        },
        SampleRule("the length is finite", .valueOutOfRange, "workout.details[1].activities[0].lap_length") {
            $0.workout.details[1].activities[0].lapLength = .infinity
        },
        SampleRule("a type once", .invalidArgument, "workout.details[1].activities[0].statistics[1].type") {
            $0.workout.details[1].activities[0].statistics = [statistics]
        } refuse: {
            $0.workout.details[1].activities[0].statistics = [statistics, statistics]
        },
    ]

    // MARK: - Statistics

    private static let lastQuantity = WorkoutStatistics.MostRecent(value: 1, start: Fixtures.start, end: Fixtures.start)

    static let statisticsRules: [SampleRule] = [
        SampleRule("a quantity type", .unknownType, "workout.details[1].statistics[0].type") {
            $0.workout.details[1].statistics[0].type = Fixtures.type("sleepAnalysis")
        },
        SampleRule("a time to end", .valueOutOfRange, "workout.details[1].statistics[0].end") {
            $0.workout.details[1].statistics[0].end = Fixtures.start
        } refuse: {
            $0.workout.details[1].statistics[0].end = Fixtures.beforeStart
        },
        SampleRule("a finite sum", .valueOutOfRange, "workout.details[1].statistics[0].sum") {
            $0.workout.details[1].statistics[0].sum = .greatestFiniteMagnitude
        } refuse: {
            $0.workout.details[1].statistics[0].sum = .infinity
        },
        SampleRule("a finite average", .valueOutOfRange, "workout.details[1].statistics[0].average") {
            $0.workout.details[1].statistics[0].average = .nan
        },
        SampleRule("a finite minimum", .valueOutOfRange, "workout.details[1].statistics[0].minimum") {
            $0.workout.details[1].statistics[0].minimum = -.infinity
        },
        SampleRule("a finite maximum", .valueOutOfRange, "workout.details[1].statistics[0].maximum") {
            $0.workout.details[1].statistics[0].maximum = .infinity
        },
        SampleRule("a finite last value", .valueOutOfRange, "workout.details[1].statistics[0].most_recent.value") {
            $0.workout.details[1].statistics[0].mostRecent = lastQuantity
        } refuse: {
            $0.workout.details[1].statistics[0].mostRecent = lastQuantity
            $0.workout.details[1].statistics[0].mostRecent?.value = .nan
        },
        SampleRule("a last end", .valueOutOfRange, "workout.details[1].statistics[0].most_recent.end") {
            $0.workout.details[1].statistics[0].mostRecent = lastQuantity
            $0.workout.details[1].statistics[0].mostRecent?.end = Fixtures.end
        } refuse: {
            $0.workout.details[1].statistics[0].mostRecent = lastQuantity
            $0.workout.details[1].statistics[0].mostRecent?.end = Fixtures.beforeStart
        },
        SampleRule("a type once", .invalidArgument, "workout.details[1].statistics[1].type") {
            $0.workout.details[1].statistics.append(statistics)
            $0.workout.details[1].statistics[1].type = Fixtures.type("stepCount")
        } refuse: {
            $0.workout.details[1].statistics.append(statistics)
        },
    ]

    @Test(arguments: rules + eventRules + activityRules + statisticsRules)
    func aRuleOfWorkoutsHolds(_ rule: SampleRule) {
        rule.expect(on: Self.full) { samples throws(HearthError) in try samples.validate() }
    }
}
