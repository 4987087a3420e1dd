internal import HearthModel

/// The meaning of a key path in a predicate's text.
enum FormatKey: Hashable {
    case field(Field)
    case statistics(Field, ObjectType)
    case metadata(String)
    case uuid
    case source
    case sourceRevision
    case device
    case workout
    case correlation

    /// The key with a path; nil: the path is unknown.
    init?(path: String) {
        if let key = FormatKey.plain[path] {
            self = key
            return
        }
        // Everything after the first point is one key, because metadata keys may contain points.
        let parts = path.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[1].isEmpty else { return nil }
        if parts[0] == HKPredicateKeyPathMetadata {
            self = .metadata(String(parts[1]))
        } else if let field = FormatKey.statistics[String(parts[0])],
            let type = ObjectType(identifier: String(parts[1])),
            type.kind == .quantity
        {
            self = .statistics(field, type)
        } else {
            return nil
        }
    }

    /// The path of the key.
    var path: String {
        switch self {
        case .metadata(let key): "\(HKPredicateKeyPathMetadata).\(key)"
        case .statistics(let field, let type):
            "\(FormatKey.statistics.first { $0.value == field }?.key ?? "\(field)").\(type.identifier)"
        case .field(.quantitySum), .field(.quantityAverage): HKPredicateKeyPathQuantity
        default: FormatKey.plain.first { $0.value == self }?.key ?? "\(self)"
        }
    }

    private static let plain: [String: FormatKey] = [
        HKPredicateKeyPathUUID: .uuid,
        HKPredicateKeyPathSource: .source,
        HKPredicateKeyPathSourceRevision: .sourceRevision,
        HKPredicateKeyPathDevice: .device,
        HKPredicateKeyPathWorkout: .workout,
        HKPredicateKeyPathCorrelation: .correlation,
        HKPredicateKeyPathStartDate: .field(.startDate),
        HKPredicateKeyPathEndDate: .field(.endDate),
        // HealthKit's texts for a sum and for an average are this one, too.
        HKPredicateKeyPathQuantity: .field(.quantity),
        HKPredicateKeyPathCount: .field(.count),
        HKPredicateKeyPathMin: .field(.quantityMinimum),
        HKPredicateKeyPathMax: .field(.quantityMaximum),
        HKPredicateKeyPathMostRecent: .field(.quantityMostRecent),
        HKPredicateKeyPathMostRecentStartDate: .field(.mostRecentStart),
        HKPredicateKeyPathMostRecentEndDate: .field(.mostRecentEnd),
        HKPredicateKeyPathMostRecentDuration: .field(.mostRecentDuration),
        HKPredicateKeyPathCategoryValue: .field(.categoryValue),
        HKPredicateKeyPathWorkoutType: .field(.workoutActivityType),
        HKPredicateKeyPathWorkoutDuration: .field(.workoutDuration),
        HKPredicateKeyPathWorkoutTotalDistance: .field(.workoutTotalDistance),
        HKPredicateKeyPathWorkoutTotalEnergyBurned: .field(.workoutTotalEnergyBurned),
        HKPredicateKeyPathWorkoutTotalSwimmingStrokeCount: .field(.workoutTotalSwimmingStrokeCount),
        HKPredicateKeyPathWorkoutTotalFlightsClimbed: .field(.workoutTotalFlightsClimbed),
        HKPredicateKeyPathWorkoutActivityType: .field(.activityType),
        HKPredicateKeyPathWorkoutActivityDuration: .field(.activityDuration),
        HKPredicateKeyPathWorkoutActivityStartDate: .field(.activityStartDate),
        HKPredicateKeyPathWorkoutActivityEndDate: .field(.activityEndDate),
    ]

    private static let statistics: [String: Field] = [
        HKPredicateKeyPathWorkoutSumQuantity: .workoutSum,
        HKPredicateKeyPathWorkoutMinimumQuantity: .workoutMinimum,
        HKPredicateKeyPathWorkoutMaximumQuantity: .workoutMaximum,
        HKPredicateKeyPathWorkoutAverageQuantity: .workoutAverage,
        HKPredicateKeyPathWorkoutActivitySumQuantity: .activitySum,
        HKPredicateKeyPathWorkoutActivityMinimumQuantity: .activityMinimum,
        HKPredicateKeyPathWorkoutActivityMaximumQuantity: .activityMaximum,
        HKPredicateKeyPathWorkoutActivityAverageQuantity: .activityAverage,
    ]
}
