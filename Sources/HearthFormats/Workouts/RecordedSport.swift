/// What was done in a workout.
public struct RecordedSport: Hashable, Sendable {
    /// The raw value of HealthKit's `HKWorkoutActivityType`: 3000, `other`, when HealthKit has none for the text, or
    /// the file has no text.
    public var activityType: UInt
    /// How the file says it: `Biking`, `trail_running`, `9`. A FIT file's numbers become the names in its profile, for
    /// example `running/treadmill`.
    public var text: String?
    /// Whether it was indoors, for HealthKit's `HKMetadataKeyIndoorWorkout`; nil when the file does not say.
    public var isIndoor: Bool?

    /// A sport.
    public init(activityType: UInt, text: String? = nil, isIndoor: Bool? = nil) {
        self.activityType = activityType
        self.text = text
        self.isIndoor = isIndoor
    }
}
