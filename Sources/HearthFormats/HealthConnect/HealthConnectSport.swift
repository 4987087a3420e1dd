import HearthModel

/// The platform's numbers of exercises. Jetpack's library has other ones.
enum HealthConnectSport {
    /// The activity, and whether it was indoors; `other` for a number that is not known.
    static func sport(_ number: Int64) -> RecordedSport {
        let raw = Int(exactly: number).flatMap { activities.indices.contains($0) ? activities[$0] : nil }
        let activity = raw ?? WorkoutActivityType.other.rawValue
        return RecordedSport(activityType: UInt(activity), isIndoor: indoors.contains(number) ? true : nil)
    }

    /// A segment of an exercise in which nothing was done.
    static let pause: Int64 = 67

    /// Stationary bicycle, treadmill, rowing machine.
    private static let indoors: Set<Int64> = [5, 34, 61]

    /// HealthKit's numbers, by those of the platform.
    private static let activities: [UInt32] = [
        // Unknown, badminton, baseball, basketball, biking, biking (stationary), boot camp, boxing, calisthenics, cricket
        3000, 4, 5, 6, 13, 13, 11, 8, 20, 10,
        // Dancing, class, fencing, American football, Australian football, frisbee, golf, breathing, gymnastics, handball
        77, 73, 18, 1, 3, 75, 21, 29, 22, 23,
        // Intervals, hiking, ice hockey, ice skating, martial arts, paddling, paragliding, pilates, racquetball, climbing
        63, 24, 25, 39, 28, 31, 3000, 66, 34, 9,
        // Roller hockey, rowing, rugby, running, treadmill, sailing, scuba diving, skating, skiing, snowboarding
        25, 35, 36, 37, 37, 38, 84, 39, 61, 67,
        // Snowshoeing, soccer, softball, squash, stairs, strength, stretching, surfing, swimming in open water and a pool
        40, 41, 42, 43, 68, 50, 62, 45, 46, 46,
        // Table tennis, tennis, volleyball, walking, water polo, weightlifting, wheelchair, yoga, other, stair machine
        47, 48, 51, 52, 54, 50, 70, 57, 3000, 44,
        // Elliptical, rowing machine
        16, 35,
    ]
}
