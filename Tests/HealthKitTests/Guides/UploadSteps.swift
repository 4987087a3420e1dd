import HealthKit

func uploadSteps(
    _ store: HKHealthStore,
    upload: ([HKQuantitySample], [HKDeletedObject]) async throws -> Void
) async throws {
    let steps = HKSamplePredicate.quantitySample(type: HKQuantityType(.stepCount))
    let query = HKAnchoredObjectQueryDescriptor(predicates: [steps], cursor: "upload")
    for try await changes in query.results(for: store) {
        try await upload(changes.addedSamples, changes.deletedObjects)
        try await changes.acknowledge()
    }
}
