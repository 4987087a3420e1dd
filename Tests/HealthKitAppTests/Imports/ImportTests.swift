import CoreLocation
import HealthKit
import HearthTesting
import Testing

@Suite struct ImportTests {
    @Test func codeThatImportsOnlyHealthKitRuns() async throws {
        let store = try HKHealthStore.ephemeral()
        let start = Date(timeIntervalSince1970: 1_700_000_000)
        let steps = [120.0, 80].enumerated().map { index, count in
            HKQuantitySample(
                type: HKQuantityType(.stepCount),
                quantity: HKQuantity(unit: .count(), doubleValue: count),
                start: start + Double(index) * 60,
                end: start + Double(index) * 60 + 30
            )
        }
        try await store.save(steps)
        // It waits for its query, as a program may on a thread of its own: one of the few that tests share would be missing.
        let found = try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result { try StepReader(store: store).steps(from: start, to: start + 3_600) }
                )
            }
        }
        #expect(Array(found.values) == [200])
    }

    @Test func unitOfFoundationIsTheOneThatCodeMeans() {
        #expect(StepReader.metres(2) == 2_000)
    }

    @Test func codeThatImportsOnlyCoreLocationRuns() {
        let places = [CLLocation(latitude: 0, longitude: 0), CLLocation(latitude: 0, longitude: 1)]
        #expect(Track(places).places.map(\.longitude) == [0, 1])
        #expect(abs(Track.length(of: places) - 111_195) < 10)
    }
}
