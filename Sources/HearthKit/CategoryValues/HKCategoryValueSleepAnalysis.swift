/// A state of sleep.
public enum HKCategoryValueSleepAnalysis: Int, Sendable {
    /// In bed, asleep or not.
    case inBed = 0
    /// Asleep; in which phase is not known.
    case asleepUnspecified = 1
    /// Awake.
    case awake = 2
    /// Asleep, lightly or in between.
    case asleepCore = 3
    /// In deep sleep.
    case asleepDeep = 4
    /// In REM sleep.
    case asleepREM = 5

    /// The former name of `asleepUnspecified`.
    @available(*, deprecated, renamed: "asleepUnspecified")
    public static var asleep: HKCategoryValueSleepAnalysis { .asleepUnspecified }

    /// All values that mean asleep.
    public static var allAsleepValues: Set<HKCategoryValueSleepAnalysis> {
        [.asleepUnspecified, .asleepCore, .asleepDeep, .asleepREM]
    }
}
