/// What breathing disturbances in sleep mean.
public enum HKAppleSleepingBreathingDisturbancesClassification: Int, CaseIterable, Sendable {
    /// Not more than usual.
    case notElevated = 0
    /// More than usual.
    case elevated = 1

    /// Always nil: Apple has not published how many mean what, and a guess would mislead.
    public init?(classifying appleSleepingBreathingDisturbances: HKQuantity) {
        return nil
    }
}
