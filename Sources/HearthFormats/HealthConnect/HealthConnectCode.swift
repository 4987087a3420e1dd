/// The platform's numbers of values, and HealthKit's for them.
enum HealthConnectCode {
    static let sleep = "HKCategoryTypeIdentifierSleepAnalysis"
    /// Awake, asleep, light, deep and REM, and awake in bed. Out of bed is not sleep.
    static let sleepStages: [Int64: Int64] = [1: 2, 2: 1, 4: 3, 5: 4, 6: 5, 7: 2]
    /// Unknown, light, medium, heavy.
    static let flows: [Int64: Int64] = [0: 1, 1: 2, 2: 3, 3: 4]
    /// Before and after a meal.
    static let mealTimes: [Int64: Int64] = [3: 1, 4: 2]
    /// Armpit, finger, forehead, mouth, rectum, temporal artery, toe, ear.
    static let sensorLocations: [Int64: Int64] = [1: 1, 2: 4, 3: 11, 4: 6, 5: 7, 6: 10, 7: 8, 8: 3]

    /// What the platform stores for a number that an app did not set.
    static let unset = Double.leastNonzeroMagnitude
}
