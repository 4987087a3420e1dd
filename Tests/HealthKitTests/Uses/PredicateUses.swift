import Foundation
import HealthKit

func useObjectPredicates(_ workout: HKWorkout, sources: Set<HKSource>, revisions: Set<HKSourceRevision>) {
    // HKQuery.predicateForObject(with:)
    let _: NSPredicate = HKQuery.predicateForObject(with: UUID())
    // HKQuery.predicateForObjects(with:)
    let _: NSPredicate = HKQuery.predicateForObjects(with: [UUID(), UUID()])
    // HKQuery.predicateForObjects(from: HKSource)
    let _: NSPredicate = HKQuery.predicateForObjects(from: HKSource.default())
    // HKQuery.predicateForObjects(from: Set<HKSource>)
    let _: NSPredicate = HKQuery.predicateForObjects(from: sources)
    // HKQuery.predicateForObjects(from: Set<HKSourceRevision>)
    let _: NSPredicate = HKQuery.predicateForObjects(from: revisions)
    // HKQuery.predicateForObjects(from: Set<HKDevice>)
    let _: NSPredicate = HKQuery.predicateForObjects(from: [HKDevice.local()])
    // HKQuery.predicateForObjects(from: HKWorkout)
    let _: NSPredicate = HKQuery.predicateForObjects(from: workout)
    // HKQuery.predicateForObjectsWithNoCorrelation()
    let _: NSPredicate = HKQuery.predicateForObjectsWithNoCorrelation()
    // HKQuery.predicateForObjects(withDeviceProperty:allowedValues:)
    let _: NSPredicate = HKQuery.predicateForObjects(
        withDeviceProperty: HKDevicePropertyKeyModel,
        allowedValues: ["S1"]
    )
    // HKQuery.predicateForObjects(withMetadataKey:)
    let _: NSPredicate = HKQuery.predicateForObjects(withMetadataKey: HKMetadataKeyWasUserEntered)
    // HKQuery.predicateForObjects(withMetadataKey:allowedValues:)
    let _: NSPredicate = HKQuery.predicateForObjects(withMetadataKey: "own", allowedValues: ["one", 2])
    // HKQuery.predicateForObjects(withMetadataKey:operatorType:value:)
    let _: NSPredicate = HKQuery.predicateForObjects(withMetadataKey: "own", operatorType: .lessThan, value: 2)
}

func useSamplePredicates(_ quantity: HKQuantity) {
    // HKQuery.predicateForSamples(withStart:end:options:)
    let _: NSPredicate = HKQuery.predicateForSamples(withStart: .now, end: nil, options: .strictStartDate)
    // HKQuery.predicateForQuantitySamples(with:quantity:)
    let _: NSPredicate = HKQuery.predicateForQuantitySamples(with: .greaterThan, quantity: quantity)
    // HKQuery.predicateForCategorySamples(with:value:)
    let _: NSPredicate = HKQuery.predicateForCategorySamples(with: .equalTo, value: 1)
    // HKCategoryValuePredicateProviding
    let _: any HKCategoryValuePredicateProviding.Type = HKCategoryValueSeverity.self
    // HKCategoryValuePredicateProviding.predicateForSamples(_:value:)
    let _: NSPredicate = HKCategoryValueSeverity.predicateForSamples(.greaterThan, value: .mild)
    // HKCategoryValuePredicateProviding.predicateForSamples(equalTo:)
    let _: NSPredicate = HKCategoryValueSleepAnalysis.predicateForSamples(equalTo: [.asleepREM, .asleepDeep])
    // HKCategoryValueSleepAnalysis.allAsleepValues
    let _: Set<HKCategoryValueSleepAnalysis> = HKCategoryValueSleepAnalysis.allAsleepValues
}

func useWorkoutPredicates(_ energy: HKQuantity, type: HKQuantityType, value: HKQuantity) {
    // HKQuery.predicateForWorkouts(with:)
    let _: NSPredicate = HKQuery.predicateForWorkouts(with: .cycling)
    // HKQuery.predicateForWorkouts(with:duration:)
    let _: NSPredicate = HKQuery.predicateForWorkouts(with: .greaterThan, duration: 600)
    // HKQuery.predicateForWorkouts(with:totalEnergyBurned:)
    let _: NSPredicate = HKQuery.predicateForWorkouts(with: .lessThan, totalEnergyBurned: energy)
    // HKQuery.predicateForWorkouts(with:totalDistance:)
    let _: NSPredicate = HKQuery.predicateForWorkouts(with: .lessThan, totalDistance: value)
    // HKQuery.predicateForWorkouts(with:totalSwimmingStrokeCount:)
    let _: NSPredicate = HKQuery.predicateForWorkouts(with: .lessThan, totalSwimmingStrokeCount: value)
    // HKQuery.predicateForWorkouts(with:totalFlightsClimbed:)
    let _: NSPredicate = HKQuery.predicateForWorkouts(with: .lessThan, totalFlightsClimbed: value)
    // HKQuery.predicateForWorkouts(operatorType:quantityType:sumQuantity:)
    let _: NSPredicate = HKQuery.predicateForWorkouts(operatorType: .lessThan, quantityType: type, sumQuantity: value)
    // HKQuery.predicateForWorkouts(operatorType:quantityType:minimumQuantity:)
    let _: NSPredicate = HKQuery.predicateForWorkouts(
        operatorType: .lessThan,
        quantityType: type,
        minimumQuantity: value
    )
    // HKQuery.predicateForWorkouts(operatorType:quantityType:maximumQuantity:)
    let _: NSPredicate = HKQuery.predicateForWorkouts(
        operatorType: .lessThan,
        quantityType: type,
        maximumQuantity: value
    )
    // HKQuery.predicateForWorkouts(operatorType:quantityType:averageQuantity:)
    let _: NSPredicate = HKQuery.predicateForWorkouts(
        operatorType: .lessThan,
        quantityType: type,
        averageQuantity: value
    )
}

func useActivityPredicates(_ predicate: NSPredicate, type: HKQuantityType, value: HKQuantity) {
    // HKQuery.predicateForWorkouts(activityPredicate:)
    let _: NSPredicate = HKQuery.predicateForWorkouts(activityPredicate: predicate)
    // HKQuery.predicateForWorkoutActivities(workoutActivityType:)
    let _: NSPredicate = HKQuery.predicateForWorkoutActivities(workoutActivityType: .swimming)
    // HKQuery.predicateForWorkoutActivities(operatorType:duration:)
    let _: NSPredicate = HKQuery.predicateForWorkoutActivities(operatorType: .greaterThan, duration: 60)
    // HKQuery.predicateForWorkoutActivities(start:end:options:)
    let _: NSPredicate = HKQuery.predicateForWorkoutActivities(start: .now, end: nil, options: .strictEndDate)
    // HKQuery.predicateForWorkoutActivities(operatorType:quantityType:sumQuantity:)
    let _: NSPredicate = HKQuery.predicateForWorkoutActivities(
        operatorType: .lessThan,
        quantityType: type,
        sumQuantity: value
    )
    // HKQuery.predicateForWorkoutActivities(operatorType:quantityType:minimumQuantity:)
    let _: NSPredicate = HKQuery.predicateForWorkoutActivities(
        operatorType: .lessThan,
        quantityType: type,
        minimumQuantity: value
    )
    // HKQuery.predicateForWorkoutActivities(operatorType:quantityType:maximumQuantity:)
    let _: NSPredicate = HKQuery.predicateForWorkoutActivities(
        operatorType: .lessThan,
        quantityType: type,
        maximumQuantity: value
    )
    // HKQuery.predicateForWorkoutActivities(operatorType:quantityType:averageQuantity:)
    let _: NSPredicate = HKQuery.predicateForWorkoutActivities(
        operatorType: .lessThan,
        quantityType: type,
        averageQuantity: value
    )
}

func useFormats(_ date: Date) {
    // NSPredicate.init(format:_:)
    _ = NSPredicate(format: "%K >= %@", HKPredicateKeyPathEndDate, date)
    // NSPredicate.init(format:argumentArray:)
    _ = NSPredicate(format: "%K >= %@", argumentArray: [HKPredicateKeyPathEndDate, date])
    // NSSortDescriptor.init(key:ascending:)
    _ = NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: false)
}
