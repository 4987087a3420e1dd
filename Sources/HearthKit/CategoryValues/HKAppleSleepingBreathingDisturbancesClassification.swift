/// The classification of breathing disturbances during sleep.
public enum HKAppleSleepingBreathingDisturbancesClassification: Int, CaseIterable, Sendable {
    /// Not more than usual.
    case notElevated = 0
    /// More than usual.
    case elevated = 1

    /// Always nil: Apple has not published the thresholds, and a guess would mislead.
    public init?(classifying appleSleepingBreathingDisturbances: HKQuantity) {
        return nil
    }
}
