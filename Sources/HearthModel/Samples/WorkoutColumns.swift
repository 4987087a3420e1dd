/// Workouts.
package struct WorkoutColumns: Hashable, Sendable {
    package var activityTypes: [WorkoutActivityType]
    /// Seconds without pauses. Empty: end minus start.
    package var durations: [Double]
    /// The details of each workout. Empty: none.
    package var details: [WorkoutDetail]

    package init(activityTypes: [WorkoutActivityType], durations: [Double] = [], details: [WorkoutDetail] = []) {
        self.activityTypes = activityTypes
        self.durations = durations
        self.details = details
    }
}

/// The properties of a workout other than its type, its times and its duration.
package struct WorkoutDetail: Hashable, Sendable {
    /// Kilocalories.
    package var totalEnergyBurned: Double?
    /// Metres.
    package var totalDistance: Double?
    package var totalSwimmingStrokeCount: Double?
    package var totalFlightsClimbed: Double?
    /// Sorted by start.
    package var events: [WorkoutEvent]
    package var activities: [WorkoutActivity]
    /// Over the whole workout, each type at most once.
    package var statistics: [WorkoutStatistics]

    package init(
        totalEnergyBurned: Double? = nil,
        totalDistance: Double? = nil,
        totalSwimmingStrokeCount: Double? = nil,
        totalFlightsClimbed: Double? = nil,
        events: [WorkoutEvent] = [],
        activities: [WorkoutActivity] = [],
        statistics: [WorkoutStatistics] = []
    ) {
        self.totalEnergyBurned = totalEnergyBurned
        self.totalDistance = totalDistance
        self.totalSwimmingStrokeCount = totalSwimmingStrokeCount
        self.totalFlightsClimbed = totalFlightsClimbed
        self.events = events
        self.activities = activities
        self.statistics = statistics
    }
}

extension WorkoutColumns {
    func validate(in samples: SampleColumns) throws(HearthError) {
        let rows = samples.count
        try checkRows(of: activityTypes, rows, "activity_types")
        try checkOptionalRows(of: durations, rows, "durations")
        try checkEach(durations, "durations", "The duration is negative or not finite.") { $0.isFinite && $0 >= 0 }
        try checkOptionalRows(of: details, rows, "details")
        for (row, detail) in details.enumerated() {
            try locating("details[\(row)]", detail.validate(from: samples.starts[row], to: samples.end(row)))
        }
    }

    func validateForSaving() throws(HearthError) {
        try checkEach(activityTypes, "activity_types", "The activity type is not known.") { $0.isKnown }
        for (row, detail) in details.enumerated() {
            try locating("details[\(row)]", detail.validateForSaving())
        }
    }
}

extension WorkoutDetail {
    fileprivate func validate(from start: Timestamp, to end: Timestamp) throws(HearthError) {
        let totals: [(total: Double?, field: String)] = [
            (totalEnergyBurned, "total_energy_burned"),
            (totalDistance, "total_distance"),
            (totalSwimmingStrokeCount, "total_swimming_stroke_count"),
            (totalFlightsClimbed, "total_flights_climbed"),
        ]
        for case (let total?, let field) in totals {
            try checkNumber(total, atLeast: 0, field)
        }
        for (index, event) in events.enumerated() {
            try locating("events[\(index)]", event.validate(from: start, to: end))
            guard index == 0 || events[index - 1].start <= event.start else {
                throw HearthError(
                    .valueOutOfRange,
                    "The event starts before the one before it.",
                    field: "events[\(index)].start"
                )
            }
        }
        for (index, activity) in activities.enumerated() {
            try locating("activities[\(index)]", activity.validate())
        }
        try validateStatistics(statistics)
    }

    fileprivate func validateForSaving() throws(HearthError) {
        for (index, event) in events.enumerated() where !event.type.isKnown {
            throw HearthError(.valueOutOfRange, "The event type is not known.", field: "events[\(index)].type")
        }
        if let first = events.first, first.type == .resume || first.type == .motionResumed {
            throw HearthError(.invalidArgument, "The first event resumes what was not paused.", field: "events[0].type")
        }
        for (index, activity) in activities.enumerated() {
            try locating("activities[\(index)]", activity.validateForSaving())
        }
        try checkSize()
    }
}
