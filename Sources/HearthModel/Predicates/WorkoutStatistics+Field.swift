extension [WorkoutStatistics] {
    /// The value of a field of the statistics of a type; nil: it is not among them.
    package func value(of field: Field, _ type: ObjectType?) -> Double? {
        guard let statistics = first(where: { $0.type == type }) else { return nil }
        return switch field {
        case .workoutSum, .activitySum: statistics.sum
        case .workoutAverage, .activityAverage: statistics.average
        case .workoutMinimum, .activityMinimum: statistics.minimum
        case .workoutMaximum, .activityMaximum: statistics.maximum
        default: nil
        }
    }
}
