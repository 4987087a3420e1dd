import Foundation
import HearthSystem
import Testing

@testable import HearthKit

/// Asking once.
@Suite struct SampleQueryTests {
    private let shared: SharedStore

    init() throws {
        shared = try SharedStore()
    }

    private let type = HKQuantityType(.heartRate)

    private func result(
        _ predicate: NSPredicate? = nil,
        _ order: [SortDescriptor<HKQuantitySample>] = [],
        limit: Int? = nil
    ) async throws -> [Double] {
        let query = HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: type, predicate: predicate)],
            sortDescriptors: order,
            limit: limit
        )
        return try await query.result(for: shared.store).map(\.beats)
    }

    @Test func ordersAndLimits() async throws {
        try await shared.store.save([3, 1, 2].map { SharedStore.heartRate(60 + $0, at: 10 - $0) })
        #expect(try await result() == [63, 62, 61])
        #expect(try await result(nil, [SortDescriptor(\.startDate, order: .reverse)]) == [61, 62, 63])
        #expect(try await result(nil, [SortDescriptor(\.startDate, order: .reverse)], limit: 2) == [61, 62])
        // An order that only the client knows.
        #expect(try await result(nil, [SortDescriptor(\.uuid.uuidString)]).sorted() == [61, 62, 63])
        #expect(try await result(nil, [SortDescriptor(\.beats)], limit: 1) == [61])
        await #expect(throws: HKError.self) { try await result(limit: -1) }
    }

    @Test func predicatesOfAllKindsMeet() async throws {
        try await shared.store.save((0..<10).map { SharedStore.heartRate(60 + Double($0), at: Double($0)) })
        let early = HKQuery.predicateForSamples(withStart: nil, end: SharedStore.time(5), options: .strictStartDate)
        let even = NSPredicate { object, _ in (object as? HKQuantitySample).map { Int($0.beats) % 2 == 0 } ?? false }
        let both = NSCompoundPredicate(andPredicateWithSubpredicates: [early, even])
        #expect(try await result(both) == [60, 62, 64])
        #expect(try await result(both, limit: 2) == [60, 62])
        let either = NSCompoundPredicate(orPredicateWithSubpredicates: [early, even])
        #expect(try await result(either) == [60, 61, 62, 63, 64, 66, 68])
        let format = NSPredicate(format: "%K >= %@", HKPredicateKeyPathStartDate, SharedStore.time(8) as NSDate)
        #expect(try await result(format) == [68, 69])
    }

    @Test func severalTypesComeTogether() async throws {
        let steps = HKQuantitySample(
            type: HKQuantityType(.stepCount),
            quantity: HKQuantity(unit: .count(), doubleValue: 12),
            start: SharedStore.time(1),
            end: SharedStore.time(2)
        )
        try await shared.store.save([SharedStore.heartRate(60), steps, SharedStore.heartRate(61, at: 3)])
        let query = HKSampleQueryDescriptor(
            predicates: [.sample(type: type), .sample(type: HKQuantityType(.stepCount))],
            sortDescriptors: [SortDescriptor(\.startDate)]
        )
        let found = try await query.result(for: shared.store)
        #expect(found.map(\.sampleType) == [type, HKQuantityType(.stepCount), type])
    }

    @Test func batchesHoldNoMoreThanAFewThousand() async throws {
        let rates = (0..<20_000).map { SharedStore.heartRate(60, at: Double($0)) }
        try await shared.store.save(rates)
        let query = HKSampleQueryDescriptor(predicates: [.quantitySample(type: type)], sortDescriptors: [])
        var found: [UUID] = []
        for try await batch in query.batches(for: shared.store) {
            #expect(batch.count <= 4_096)
            found += batch.map(\.uuid)
        }
        #expect(found == rates.map(\.uuid))
    }

    @Test func aClassicQueryCallsItsHandlerOnce() async throws {
        try await shared.store.save([SharedStore.heartRate(60), SharedStore.heartRate(61, at: 1)])
        let found = await withCheckedContinuation { done in
            let query = HKSampleQuery(
                sampleType: type,
                predicate: nil,
                limit: HKObjectQueryNoLimit,
                sortDescriptors: [NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: false)]
            ) { _, samples, _ in
                done.resume(returning: samples?.compactMap { ($0 as? HKQuantitySample)?.beats })
            }
            shared.store.execute(query)
        }
        #expect(found == [61, 60])
    }

    @Test func aTypeThatIsNotStoredIsAnError() {
        #expect(throws: (any Error).self) { try QuerySelection(HKObjectType.activitySummaryType(), nil) }
    }

    @Test func sourcesAndCorrelations() async throws {
        let systolic = HKQuantitySample(
            type: HKQuantityType(.bloodPressureSystolic),
            quantity: HKQuantity(unit: .millimeterOfMercury(), doubleValue: 120),
            start: SharedStore.start,
            end: SharedStore.start
        )
        let diastolic = HKQuantitySample(
            type: HKQuantityType(.bloodPressureDiastolic),
            quantity: HKQuantity(unit: .millimeterOfMercury(), doubleValue: 80),
            start: SharedStore.start,
            end: SharedStore.start
        )
        let pressure = HKCorrelation(
            type: HKCorrelationType(.bloodPressure),
            start: SharedStore.start,
            end: SharedStore.start,
            objects: [systolic, diastolic]
        )
        try await shared.store.save(pressure)
        let high = HKQuery.predicateForQuantitySamples(
            with: .greaterThan,
            quantity: HKQuantity(unit: .millimeterOfMercury(), doubleValue: 130)
        )
        for (predicates, count) in [(nil, 1), ([HKQuantityType(.bloodPressureSystolic): high], 0)] {
            let found = await withCheckedContinuation { done in
                let query = HKCorrelationQuery(
                    type: HKCorrelationType(.bloodPressure),
                    predicate: nil,
                    samplePredicates: predicates as [HKSampleType: NSPredicate]?
                ) { _, correlations, _ in done.resume(returning: correlations) }
                shared.store.execute(query)
            }
            #expect(found?.count == count)
            #expect(found?.first.map(\.objects) ?? [systolic, diastolic] == [systolic, diastolic])
        }
        let sources = try await HKSourceQueryDescriptor(
            predicate: .correlation(type: HKCorrelationType(.bloodPressure))
        ).result(for: shared.other)
        #expect(sources.map(\.bundleIdentifier) == ["org.example.one"])
    }

    @Test func whatMembersCannotBeAskedIsAnError() async throws {
        let inWorkout = HKQuery.predicateForObjects(from: SharedStore.run())
        let either = NSCompoundPredicate(orPredicateWithSubpredicates: [inWorkout, NSPredicate(value: false)])
        // Nor does what measures something else fit members of a type.
        let gram = HKQuantity(unit: .gram(), doubleValue: 1)
        let heavy = HKQuery.predicateForQuantitySamples(with: .greaterThan, quantity: gram)
        for predicate in [inWorkout, either, heavy, HKQuery.predicateForCategorySamples(with: .equalTo, value: 1)] {
            let error = await withCheckedContinuation { done in
                let query = HKCorrelationQuery(
                    type: HKCorrelationType(.bloodPressure),
                    predicate: nil,
                    samplePredicates: [HKQuantityType(.bloodPressureSystolic): predicate]
                ) { _, _, error in done.resume(returning: (error as? HKError)?.code) }
                shared.store.execute(query)
            }
            #expect(error == .errorInvalidArgument)
        }
    }
}
