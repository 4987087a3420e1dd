import Foundation
import HealthKit

func useKeyPaths() {
    // HKPredicateKeyPathUUID
    let _: String = HKPredicateKeyPathUUID
    // HKPredicateKeyPathSource
    let _: String = HKPredicateKeyPathSource
    // HKPredicateKeyPathSourceRevision
    let _: String = HKPredicateKeyPathSourceRevision
    // HKPredicateKeyPathDevice
    let _: String = HKPredicateKeyPathDevice
    // HKPredicateKeyPathMetadata
    let _: String = HKPredicateKeyPathMetadata
    // HKPredicateKeyPathCorrelation
    let _: String = HKPredicateKeyPathCorrelation
    // HKPredicateKeyPathWorkout
    let _: String = HKPredicateKeyPathWorkout
    // HKPredicateKeyPathStartDate
    let _: String = HKPredicateKeyPathStartDate
    // HKPredicateKeyPathEndDate
    let _: String = HKPredicateKeyPathEndDate
    // HKPredicateKeyPathQuantity
    let _: String = HKPredicateKeyPathQuantity
    // HKPredicateKeyPathSum
    let _: String = HKPredicateKeyPathSum
    // HKPredicateKeyPathCount
    let _: String = HKPredicateKeyPathCount
    // HKPredicateKeyPathMin
    let _: String = HKPredicateKeyPathMin
    // HKPredicateKeyPathMax
    let _: String = HKPredicateKeyPathMax
    // HKPredicateKeyPathAverage
    let _: String = HKPredicateKeyPathAverage
    // HKPredicateKeyPathMostRecent
    let _: String = HKPredicateKeyPathMostRecent
    // HKPredicateKeyPathMostRecentStartDate
    let _: String = HKPredicateKeyPathMostRecentStartDate
    // HKPredicateKeyPathMostRecentEndDate
    let _: String = HKPredicateKeyPathMostRecentEndDate
    // HKPredicateKeyPathMostRecentDuration
    let _: String = HKPredicateKeyPathMostRecentDuration
    // HKPredicateKeyPathCategoryValue
    let _: String = HKPredicateKeyPathCategoryValue
    // HKPredicateKeyPathWorkoutType
    let _: String = HKPredicateKeyPathWorkoutType
    // HKPredicateKeyPathWorkoutDuration
    let _: String = HKPredicateKeyPathWorkoutDuration
    // HKPredicateKeyPathWorkoutTotalDistance
    let _: String = HKPredicateKeyPathWorkoutTotalDistance
    // HKPredicateKeyPathWorkoutTotalEnergyBurned
    let _: String = HKPredicateKeyPathWorkoutTotalEnergyBurned
    // HKPredicateKeyPathWorkoutTotalSwimmingStrokeCount
    let _: String = HKPredicateKeyPathWorkoutTotalSwimmingStrokeCount
    // HKPredicateKeyPathWorkoutTotalFlightsClimbed
    let _: String = HKPredicateKeyPathWorkoutTotalFlightsClimbed
    // HKPredicateKeyPathWorkoutSumQuantity
    let _: String = HKPredicateKeyPathWorkoutSumQuantity
    // HKPredicateKeyPathWorkoutMinimumQuantity
    let _: String = HKPredicateKeyPathWorkoutMinimumQuantity
    // HKPredicateKeyPathWorkoutMaximumQuantity
    let _: String = HKPredicateKeyPathWorkoutMaximumQuantity
    // HKPredicateKeyPathWorkoutAverageQuantity
    let _: String = HKPredicateKeyPathWorkoutAverageQuantity
    // HKPredicateKeyPathWorkoutActivityType
    let _: String = HKPredicateKeyPathWorkoutActivityType
    // HKPredicateKeyPathWorkoutActivityDuration
    let _: String = HKPredicateKeyPathWorkoutActivityDuration
    // HKPredicateKeyPathWorkoutActivityStartDate
    let _: String = HKPredicateKeyPathWorkoutActivityStartDate
    // HKPredicateKeyPathWorkoutActivityEndDate
    let _: String = HKPredicateKeyPathWorkoutActivityEndDate
    // HKPredicateKeyPathWorkoutActivitySumQuantity
    let _: String = HKPredicateKeyPathWorkoutActivitySumQuantity
    // HKPredicateKeyPathWorkoutActivityMinimumQuantity
    let _: String = HKPredicateKeyPathWorkoutActivityMinimumQuantity
    // HKPredicateKeyPathWorkoutActivityMaximumQuantity
    let _: String = HKPredicateKeyPathWorkoutActivityMaximumQuantity
    // HKPredicateKeyPathWorkoutActivityAverageQuantity
    let _: String = HKPredicateKeyPathWorkoutActivityAverageQuantity
}

func useSortIdentifiers() {
    // HKSampleSortIdentifierStartDate
    let _: String = HKSampleSortIdentifierStartDate
    // HKSampleSortIdentifierEndDate
    let _: String = HKSampleSortIdentifierEndDate
    // HKWorkoutSortIdentifierDuration
    let _: String = HKWorkoutSortIdentifierDuration
    // HKWorkoutSortIdentifierTotalDistance
    let _: String = HKWorkoutSortIdentifierTotalDistance
    // HKWorkoutSortIdentifierTotalEnergyBurned
    let _: String = HKWorkoutSortIdentifierTotalEnergyBurned
    // HKWorkoutSortIdentifierTotalSwimmingStrokeCount
    let _: String = HKWorkoutSortIdentifierTotalSwimmingStrokeCount
    // HKWorkoutSortIdentifierTotalFlightsClimbed
    let _: String = HKWorkoutSortIdentifierTotalFlightsClimbed
}
