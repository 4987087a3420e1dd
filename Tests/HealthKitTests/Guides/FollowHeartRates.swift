import Foundation
import HealthKit

/// Follows heart rates, and continues from a kept anchor.
func followHeartRates(
    _ store: HKHealthStore,
    from anchor: HKQueryAnchor?,
    keep: (HKQueryAnchor, [HKQuantitySample], [HKDeletedObject]) throws -> Bool
) async throws {
    let query = HKAnchoredObjectQueryDescriptor(
        predicates: [.quantitySample(type: HKQuantityType(.heartRate))],
        anchor: anchor
    )
    for try await change in query.results(for: store) {
        guard try keep(change.newAnchor, change.addedSamples, change.deletedObjects) else { return }
    }
}
