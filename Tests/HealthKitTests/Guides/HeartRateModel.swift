import Foundation
import HealthKit

/// Heart rates for a view: the newest one, and each that is saved later.
final class HeartRateModel: Sendable {
    private let store: HKHealthStore
    private let unit = HKUnit.count().unitDivided(by: .minute())

    init(store: HKHealthStore = HKHealthStore()) {
        self.store = store
    }

    /// Asks as on iOS. On Linux all types are allowed to the user's own programs, and nothing is shown.
    func authorize() async throws {
        guard HKHealthStore.isHealthDataAvailable() else { return }
        let type = HKQuantityType(.heartRate)
        try await store.requestAuthorization(toShare: [type], read: [type])
    }

    /// The beats per minute of all heart rates, and then of each new one.
    func rates() -> AsyncThrowingStream<[Double], any Error> {
        let (stream, continuation) = AsyncThrowingStream<[Double], any Error>.makeStream()
        let unit = unit
        let handler = {
            @Sendable
            (
                _: HKAnchoredObjectQuery,
                added: [HKSample]?,
                _: [HKDeletedObject]?,
                _: HKQueryAnchor?,
                error: (any Error)?
            ) in
            if let error {
                continuation.finish(throwing: error)
            } else {
                let samples = added as? [HKQuantitySample] ?? []
                continuation.yield(samples.map { $0.quantity.doubleValue(for: unit) })
            }
        }
        let query = HKAnchoredObjectQuery(
            type: HKQuantityType(.heartRate),
            predicate: nil,
            anchor: nil,
            limit: HKObjectQueryNoLimit,
            resultsHandler: handler
        )
        query.updateHandler = handler
        continuation.onTermination = { [store] _ in store.stop(query) }
        store.execute(query)
        return stream
    }
}
