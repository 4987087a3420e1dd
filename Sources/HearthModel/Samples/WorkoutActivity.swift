/// One activity of a workout with several.
package struct WorkoutActivity: Hashable, Sendable {
    package var id: ObjectID
    package var activityType: WorkoutActivityType
    package var location: WorkoutLocation
    package var swimmingLocation: SwimmingLocation
    /// Metres.
    package var lapLength: Double?
    package var start: Timestamp
    /// Nil if it has not ended.
    package var end: Timestamp?
    /// Seconds without pauses.
    package var duration: Double
    package var metadata: Metadata
    /// Over this activity, each type at most once.
    package var statistics: [WorkoutStatistics]

    package init(
        id: ObjectID,
        activityType: WorkoutActivityType,
        location: WorkoutLocation = .unknown,
        swimmingLocation: SwimmingLocation = .unknown,
        lapLength: Double? = nil,
        start: Timestamp,
        end: Timestamp?,
        duration: Double,
        metadata: Metadata = .none,
        statistics: [WorkoutStatistics] = []
    ) {
        self.id = id
        self.activityType = activityType
        self.location = location
        self.swimmingLocation = swimmingLocation
        self.lapLength = lapLength
        self.start = start
        self.end = end
        self.duration = duration
        self.metadata = metadata
        self.statistics = statistics
    }
}

/// Where an activity takes place: HealthKit's `HKWorkoutSessionLocationType`, except for its number of "unknown".
package struct WorkoutLocation: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    package static let unknown = WorkoutLocation(rawValue: 0)
    package static let indoor = WorkoutLocation(rawValue: 2)
    package static let outdoor = WorkoutLocation(rawValue: 3)

    /// Whether this version knows the number.
    package var isKnown: Bool { self == .unknown || self == .indoor || self == .outdoor }
}

/// Where a swim takes place: HealthKit's `HKWorkoutSwimmingLocationType`, with its numbers.
package struct SwimmingLocation: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    package static let unknown = SwimmingLocation(rawValue: 0)
    package static let pool = SwimmingLocation(rawValue: 1)
    package static let openWater = SwimmingLocation(rawValue: 2)

    /// Whether this version knows the number.
    package var isKnown: Bool { rawValue <= 2 }
}

extension WorkoutActivity {
    func validate() throws(HearthError) {
        try checkTime(start, "start")
        if let end {
            try checkTimes(from: start, to: end)
        }
        try checkNumber(duration, atLeast: 0, "duration")
        if let lapLength {
            try checkNumber(lapLength, "lap_length")
            guard lapLength > 0 else {
                throw HearthError(.valueOutOfRange, "The lap has no length.", field: "lap_length")
            }
        }
        try validateStatistics(statistics)
    }

    func validateForSaving() throws(HearthError) {
        guard activityType.isKnown else {
            throw HearthError(.valueOutOfRange, "The activity type is not known.", field: "activity_type")
        }
        guard location.isKnown else {
            throw HearthError(.valueOutOfRange, "The location is not known.", field: "location")
        }
        guard swimmingLocation.isKnown else {
            throw HearthError(.valueOutOfRange, "The location is not known.", field: "swimming_location")
        }
    }
}
