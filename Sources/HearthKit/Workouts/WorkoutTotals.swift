internal import HearthModel

/// A total that workouts have had since before they had statistics.
enum WorkoutTotal: CaseIterable {
    case energyBurned
    case distance
    case swimmingStrokeCount
    case flightsClimbed

    var unit: Unit {
        switch self {
        case .energyBurned: .kilocalorie
        case .distance: .meter
        case .swimmingStrokeCount, .flightsClimbed: .count
        }
    }

    /// Where a workout holds it.
    var detail: any WritableKeyPath<WorkoutDetail, Double?> & Sendable {
        switch self {
        case .energyBurned: \.totalEnergyBurned
        case .distance: \.totalDistance
        case .swimmingStrokeCount: \.totalSwimmingStrokeCount
        case .flightsClimbed: \.totalFlightsClimbed
        }
    }

    /// The sum of the statistics for the total; nil without any.
    func sum(_ statistics: [WorkoutStatistics], of activity: WorkoutActivityType) -> Double? {
        switch self {
        case .energyBurned: sum(statistics, .activeEnergyBurned)
        case .swimmingStrokeCount: sum(statistics, .swimmingStrokeCount)
        case .flightsClimbed: sum(statistics, .flightsClimbed)
        case .distance:
            // The distance type of the activity, or otherwise any that was measured.
            sum(statistics, .distance(of: HKWorkoutActivityType(activity)))
                ?? ObjectType.distances.lazy.compactMap { sum(statistics, $0) }.first
        }
    }

    private func sum(_ statistics: [WorkoutStatistics], _ type: ObjectType) -> Double? {
        guard let sum = statistics.of(type)?.sum, let stored = type.storageUnit else { return nil }
        return HKQuantity(sum, stored).given(in: unit, "the sum of \(type)")
    }
}

extension ObjectType {
    static let activeEnergyBurned = quantity("ActiveEnergyBurned")
    static let swimmingStrokeCount = quantity("SwimmingStrokeCount")
    fileprivate static let flightsClimbed = quantity("FlightsClimbed")

    /// The types of distances, the most common first.
    fileprivate static let distances = [
        "WalkingRunning", "Cycling", "Swimming", "Wheelchair", "DownhillSnowSports", "CrossCountrySkiing",
        "PaddleSports", "Rowing", "SkatingSports",
    ].map { quantity("Distance\($0)") }

    /// The distance type of an activity.
    static func distance(of activity: HKWorkoutActivityType) -> ObjectType {
        switch activity {
        case .cycling, .handCycling: distances[1]
        case .swimming: distances[2]
        case .wheelchairWalkPace, .wheelchairRunPace: distances[3]
        case .downhillSkiing, .snowboarding: distances[4]
        case .crossCountrySkiing: distances[5]
        case .paddleSports: distances[6]
        case .rowing: distances[7]
        case .skatingSports: distances[8]
        default: distances[0]
        }
    }

    private static func quantity(_ name: String) -> ObjectType {
        guard let type = ObjectType(identifier: "HKQuantityTypeIdentifier\(name)") else {
            fatalError("the registry has no \(name)")
        }
        return type
    }
}
