public import Foundation
internal import HearthModel

// Predicates on workouts. A quantity in a unit of something else stops the program, as it does in HealthKit.
extension HKQuery {
    /// The workouts of a kind.
    public class func predicateForWorkouts(with workoutActivityType: HKWorkoutActivityType) -> NSPredicate {
        StorePredicate(.compare(.workoutActivityType, .equal, Int64(workoutActivityType.rawValue)))
    }

    /// The workouts whose duration in seconds, without pauses, has a relation to another.
    public class func predicateForWorkouts(
        with operatorType: ComparisonOperator.Operator,
        duration: TimeInterval
    ) -> NSPredicate {
        StorePredicate(.compare(.workoutDuration, Relation(given: operatorType), seconds: duration))
    }

    /// The workouts whose total energy has a relation to another. An unknown one differs from every quantity.
    public class func predicateForWorkouts(
        with operatorType: ComparisonOperator.Operator,
        totalEnergyBurned: HKQuantity
    ) -> NSPredicate {
        total(.energyBurned, .workoutTotalEnergyBurned, operatorType, totalEnergyBurned)
    }

    /// The workouts whose total distance has a relation to another. An unknown one differs from every quantity.
    public class func predicateForWorkouts(
        with operatorType: ComparisonOperator.Operator,
        totalDistance: HKQuantity
    ) -> NSPredicate {
        total(.distance, .workoutTotalDistance, operatorType, totalDistance)
    }

    /// The workouts whose number of strokes has a relation to another. An unknown one differs from every quantity.
    public class func predicateForWorkouts(
        with operatorType: ComparisonOperator.Operator,
        totalSwimmingStrokeCount: HKQuantity
    ) -> NSPredicate {
        total(.swimmingStrokeCount, .workoutTotalSwimmingStrokeCount, operatorType, totalSwimmingStrokeCount)
    }

    /// The workouts whose number of flights has a relation to another. An unknown one differs from every quantity.
    public class func predicateForWorkouts(
        with operatorType: ComparisonOperator.Operator,
        totalFlightsClimbed: HKQuantity
    ) -> NSPredicate {
        total(.flightsClimbed, .workoutTotalFlightsClimbed, operatorType, totalFlightsClimbed)
    }

    private class func total(
        _ total: WorkoutTotal,
        _ field: Field,
        _ operatorType: ComparisonOperator.Operator,
        _ quantity: HKQuantity
    ) -> NSPredicate {
        _ = quantity.given(in: total.unit, "the total of a workout")
        return StorePredicate(.compare(field, Relation(given: operatorType), quantity))
    }

    // MARK: - Statistics

    /// The workouts over which the sum of the quantities of a type has a relation to another.
    public class func predicateForWorkouts(
        operatorType: ComparisonOperator.Operator,
        quantityType: HKQuantityType,
        sumQuantity: HKQuantity
    ) -> NSPredicate {
        statistics(.workoutSum, operatorType, quantityType, sumQuantity)
    }

    /// The workouts over which the minimum of the quantities of a type has a relation to another.
    public class func predicateForWorkouts(
        operatorType: ComparisonOperator.Operator,
        quantityType: HKQuantityType,
        minimumQuantity: HKQuantity
    ) -> NSPredicate {
        statistics(.workoutMinimum, operatorType, quantityType, minimumQuantity)
    }

    /// The workouts over which the maximum of the quantities of a type has a relation to another.
    public class func predicateForWorkouts(
        operatorType: ComparisonOperator.Operator,
        quantityType: HKQuantityType,
        maximumQuantity: HKQuantity
    ) -> NSPredicate {
        statistics(.workoutMaximum, operatorType, quantityType, maximumQuantity)
    }

    /// The workouts over which the average of the quantities of a type has a relation to another.
    public class func predicateForWorkouts(
        operatorType: ComparisonOperator.Operator,
        quantityType: HKQuantityType,
        averageQuantity: HKQuantity
    ) -> NSPredicate {
        statistics(.workoutAverage, operatorType, quantityType, averageQuantity)
    }

    class func statistics(
        _ field: Field,
        _ operatorType: ComparisonOperator.Operator,
        _ quantityType: HKQuantityType,
        _ quantity: HKQuantity
    ) -> NSPredicate {
        if let unit = quantityType.type.storageUnit {
            _ = quantity.given(in: unit, "a quantity of \(quantityType)")
        }
        return StorePredicate(.compare(field, Relation(given: operatorType), quantity, of: quantityType.type))
    }
}
