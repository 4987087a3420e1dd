/// The activity of a workout.
public struct RecordedSport: Hashable, Sendable {
    /// The raw value of HealthKit's `HKWorkoutActivityType`: 3000, `other`, if HealthKit has none for the text, or the
    /// file has no text.
    public var activityType: UInt
    /// The text in the file: `Biking`, `trail_running`, `9`. A FIT file's numbers become the names in its profile, for
    /// example `running/treadmill`.
    public var text: String?
    /// Whether it was indoors, for HealthKit's `HKMetadataKeyIndoorWorkout`; nil: the file does not say.
    public var isIndoor: Bool?

    /// A sport.
    public init(activityType: UInt, text: String? = nil, isIndoor: Bool? = nil) {
        self.activityType = activityType
        self.text = text
        self.isIndoor = isIndoor
    }
}
