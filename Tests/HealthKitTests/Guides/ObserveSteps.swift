import HealthKit

/// To be called at each start of the app.
func observeSteps(_ store: HKHealthStore, isNew: @escaping @Sendable () -> Void) async throws {
    let steps = HKQuantityType(.stepCount)
    store.execute(
        HKObserverQuery(sampleType: steps, predicate: nil) { _, completion, _ in
            // Read what is new, and keep the anchor.
            isNew()
            completion()
        }
    )
    try await store.enableBackgroundDelivery(for: steps, frequency: .hourly)
}
