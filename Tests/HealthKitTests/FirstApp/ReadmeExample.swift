import HealthKit

/// The Swift code of the README, so that it compiles.
func readmeExample() async throws {
    let store = HKHealthStore()
    let beats = HKUnit.count().unitDivided(by: .minute())
    let type = HKQuantityType(.heartRate)
    let rate = HKQuantity(unit: beats, doubleValue: 72)
    try await store.save(HKQuantitySample(type: type, quantity: rate, start: .now, end: .now))

    let query = HKAnchoredObjectQueryDescriptor(predicates: [.quantitySample(type: type)], anchor: nil)
    for try await change in query.results(for: store) {
        print(change.addedSamples, change.deletedObjects)
    }
}
