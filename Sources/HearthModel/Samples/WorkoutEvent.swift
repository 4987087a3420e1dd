/// An event in a workout.
package struct WorkoutEvent: Hashable, Sendable {
    package var type: WorkoutEventType
    package var start: Timestamp
    /// The start again unless the event is a lap or a segment.
    package var end: Timestamp
    package var metadata: Metadata

    package init(type: WorkoutEventType, start: Timestamp, end: Timestamp, metadata: Metadata = .none) {
        self.type = type
        self.start = start
        self.end = end
        self.metadata = metadata
    }

    func validate(from workoutStart: Timestamp, to workoutEnd: Timestamp) throws(HearthError) {
        try checkTimes(from: start, to: end)
        guard start >= workoutStart else {
            throw HearthError(.valueOutOfRange, "The event starts before the workout.", field: "start")
        }
        guard end <= workoutEnd else {
            throw HearthError(.valueOutOfRange, "The event ends after the workout.", field: "end")
        }
        guard start == end || type.canLast else {
            throw HearthError(
                .valueOutOfRange,
                "The event has a duration, which only laps and segments have.",
                field: "end"
            )
        }
    }
}

/// The kind of an event of a workout: HealthKit's `HKWorkoutEventType`, with its numbers. An unknown number, from a
/// newer peer, is kept.
package struct WorkoutEventType: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    package static let pause = WorkoutEventType(rawValue: 1)
    package static let resume = WorkoutEventType(rawValue: 2)
    package static let lap = WorkoutEventType(rawValue: 3)
    package static let marker = WorkoutEventType(rawValue: 4)
    package static let motionPaused = WorkoutEventType(rawValue: 5)
    package static let motionResumed = WorkoutEventType(rawValue: 6)
    package static let segment = WorkoutEventType(rawValue: 7)
    package static let pauseOrResumeRequest = WorkoutEventType(rawValue: 8)

    /// Whether this version knows the number.
    package var isKnown: Bool { (1...8).contains(rawValue) }

    /// Whether an event of this type may have a duration. An event of an unknown type may.
    var canLast: Bool { self == .lap || self == .segment || !isKnown }
}
