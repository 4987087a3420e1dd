public import Foundation
internal import HearthModel

// Predicates on the activities of workouts: operands of `predicateForWorkouts(activityPredicate:)`.
extension HKQuery {
    /// The workouts with an activity that satisfies a predicate on activities.
    public class func predicateForWorkouts(activityPredicate: NSPredicate) -> NSPredicate {
        StorePredicate(.activity([Condition(activityPredicate)]))
    }

    /// The activities of a kind.
    public class func predicateForWorkoutActivities(
        workoutActivityType: HKWorkoutActivityType
    ) -> NSPredicate {
        StorePredicate(.compare(.activityType, .equal, Int64(workoutActivityType.rawValue)))
    }

    /// The activities whose duration in seconds, without pauses, has a relation to another.
    public class func predicateForWorkoutActivities(
        operatorType: ComparisonOperator.Operator,
        duration: TimeInterval
    ) -> NSPredicate {
        StorePredicate(.compare(.activityDuration, Relation(given: operatorType), seconds: duration))
    }

    /// The activities in a time interval; nil leaves it open at that end. The options are those of
    /// `predicateForSamples(withStart:end:options:)`. An activity that has not ended has no end to compare.
    public class func predicateForWorkoutActivities(
        start startDate: Date?,
        end endDate: Date?,
        options: HKQueryOptions = []
    ) -> NSPredicate {
        StorePredicate(
            .time(of: (.activityStartDate, .activityEndDate), from: startDate, until: endDate, options)
        )
    }

    // MARK: - Statistics

    /// The activities over which the sum of the quantities of a type has a relation to another.
    public class func predicateForWorkoutActivities(
        operatorType: ComparisonOperator.Operator,
        quantityType: HKQuantityType,
        sumQuantity: HKQuantity
    ) -> NSPredicate {
        statistics(.activitySum, operatorType, quantityType, sumQuantity)
    }

    /// The activities over which the minimum of the quantities of a type has a relation to another.
    public class func predicateForWorkoutActivities(
        operatorType: ComparisonOperator.Operator,
        quantityType: HKQuantityType,
        minimumQuantity: HKQuantity
    ) -> NSPredicate {
        statistics(.activityMinimum, operatorType, quantityType, minimumQuantity)
    }

    /// The activities over which the maximum of the quantities of a type has a relation to another.
    public class func predicateForWorkoutActivities(
        operatorType: ComparisonOperator.Operator,
        quantityType: HKQuantityType,
        maximumQuantity: HKQuantity
    ) -> NSPredicate {
        statistics(.activityMaximum, operatorType, quantityType, maximumQuantity)
    }

    /// The activities over which the average of the quantities of a type has a relation to another.
    public class func predicateForWorkoutActivities(
        operatorType: ComparisonOperator.Operator,
        quantityType: HKQuantityType,
        averageQuantity: HKQuantity
    ) -> NSPredicate {
        statistics(.activityAverage, operatorType, quantityType, averageQuantity)
    }
}
