import Foundation
import HealthKit

@available(*, deprecated)
func useFormerQueries(_ type: HKSampleType, _ sample: HKQuantitySample) {
    // HKAnchoredObjectQuery.init(type:predicate:anchor:limit:completionHandler:)
    _ = HKAnchoredObjectQuery(
        type: type,
        predicate: nil,
        anchor: Int(HKAnchoredObjectQueryNoAnchor),
        limit: 10,
        completionHandler: { (_: HKAnchoredObjectQuery, _: [HKSample]?, _: Int, _: (any Error)?) in }
    )
    // HKQuantitySeriesSampleQuery.init(sample:quantityHandler:)
    _ = HKQuantitySeriesSampleQuery(
        sample: sample,
        quantityHandler: { (_: HKQuantitySeriesSampleQuery, _: HKQuantity?, _: Date?, _: Bool, _: (any Error)?) in }
    )
}

func useClassifications(_ quantity: HKQuantity) throws {
    // HKAppleWalkingSteadinessClassification
    let _: [HKAppleWalkingSteadinessClassification] = [.ok, .low, .veryLow]
    // HKAppleWalkingSteadinessClassification.init(for:)
    _ = try HKAppleWalkingSteadinessClassification(for: quantity)
    // HKAppleSleepingBreathingDisturbancesClassification
    let _: [HKAppleSleepingBreathingDisturbancesClassification] = [.notElevated, .elevated]
    // HKAppleSleepingBreathingDisturbancesClassification.init(classifying:)
    _ = HKAppleSleepingBreathingDisturbancesClassification(classifying: quantity)
}
