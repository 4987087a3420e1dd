import Foundation
import HealthKit

/// The heart rates of one person.
struct HeartLog {
    let store: HKHealthStore
    let type = HKQuantityType(.heartRate)
    let unit = HKUnit.count().unitDivided(by: .minute())

    /// Saves a heart rate.
    func add(_ beatsPerMinute: Double, at time: Date = .now) async throws {
        let sample = HKQuantitySample(
            type: type,
            quantity: HKQuantity(unit: unit, doubleValue: beatsPerMinute),
            start: time,
            end: time
        )
        try await store.save(sample)
    }
}

extension HeartLog {
    /// The latest heart rates, the newest first.
    func latest(_ count: Int) async throws -> [Double] {
        let query = HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: type)],
            sortDescriptors: [SortDescriptor(\.startDate, order: .reverse)],
            limit: count
        )
        return try await query.result(for: store).map(beats)
    }

    /// The beats per minute of a sample.
    func beats(_ sample: HKQuantitySample) -> Double {
        sample.quantity.doubleValue(for: unit)
    }
}

extension HeartLog {
    /// First all heart rates that there are, and then each change when it is made.
    func changes() -> HKAnchoredObjectQueryDescriptor<HKQuantitySample>.Results {
        let query = HKAnchoredObjectQueryDescriptor(predicates: [.quantitySample(type: type)], anchor: nil)
        return query.results(for: store)
    }
}
