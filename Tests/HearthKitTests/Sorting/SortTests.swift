import Foundation
import HearthModel
import HearthTestSupport
import Testing

@testable import HearthKit

/// Orders, by whoever sorts.
@Suite struct SortTests {
    // MARK: - Who sorts

    private func keys(_ descriptors: [NSSortDescriptor]?) -> [SortKey]? {
        if case .inStore(let keys) = SortTranslation(descriptors) { keys } else { nil }
    }

    private func keys<Sample: HKSample>(_ descriptors: [SortDescriptor<Sample>]) -> [SortKey]? {
        if case .inStore(let keys) = SortTranslation(descriptors) { keys } else { nil }
    }

    private let byStart = SortKey(field: .startDate, descending: false)
    private let byEndBackwards = SortKey(field: .endDate, descending: true)

    @Test func identifiersAreKeysOfTheStore() {
        let fields: [(String, Field)] = [
            (HKSampleSortIdentifierStartDate, .startDate), (HKSampleSortIdentifierEndDate, .endDate),
            (HKWorkoutSortIdentifierDuration, .workoutDuration),
            (HKWorkoutSortIdentifierTotalDistance, .workoutTotalDistance),
            (HKWorkoutSortIdentifierTotalEnergyBurned, .workoutTotalEnergyBurned),
            (HKWorkoutSortIdentifierTotalSwimmingStrokeCount, .workoutTotalSwimmingStrokeCount),
            (HKWorkoutSortIdentifierTotalFlightsClimbed, .workoutTotalFlightsClimbed),
        ]
        for (identifier, field) in fields {
            for ascending in [true, false] {
                let descriptor = NSSortDescriptor(key: identifier, ascending: ascending)
                #expect(keys([descriptor]) == [SortKey(field: field, descending: !ascending)], "\(identifier)")
                #expect(descriptor.ascending == ascending)
                let reversed = descriptor.reversedSortDescriptor as? NSSortDescriptor
                #expect(keys([reversed].compactMap(\.self)) == [SortKey(field: field, descending: ascending)])
                #expect((descriptor.copy() as? NSSortDescriptor) == descriptor && reversed != descriptor)
            }
        }
        #expect(keys(nil as [NSSortDescriptor]?) == [] && keys([NSSortDescriptor]()) == [])
    }

    @Test func keyPathsOfDatesAreKeysOfTheStore() {
        #expect(keys([NSSortDescriptor(keyPath: \HKSample.startDate, ascending: true)]) == [byStart])
        #expect(keys([NSSortDescriptor(keyPath: \HKWorkout.endDate, ascending: false)]) == [byEndBackwards])
        #expect(keys([SortDescriptor(\HKSample.startDate)]) == [byStart])
        #expect(
            keys([SortDescriptor(\HKQuantitySample.startDate), SortDescriptor(\.endDate, order: .reverse)])
                == [byStart, byEndBackwards]
        )
        #expect(keys([SortDescriptor(\HKCategorySample.endDate, order: .reverse)]) == [byEndBackwards])
        #expect(keys([SortDescriptor(\HKCorrelation.startDate)]) == [byStart])
        #expect(keys([SortDescriptor(\HKWorkout.startDate)]) == [byStart])
        #expect(keys([SortDescriptor(\HKWorkoutRoute.startDate)]) == [byStart])
        #expect(keys([SortDescriptor(\HKHeartbeatSeriesSample.startDate)]) == [byStart])
        #expect(keys([SortDescriptor(\HKWorkout.duration)]) == [SortKey(field: .workoutDuration, descending: false)])
        #expect(keys([SortDescriptor(\HKQuantitySample.count)]) == [SortKey(field: .count, descending: false)])
        #expect(keys([SortDescriptor(\HKWorkoutRoute.count)]) == [SortKey(field: .count, descending: false)])
        #expect(
            keys([SortDescriptor(\HKCategorySample.value, order: .reverse)])
                == [SortKey(field: .categoryValue, descending: true)]
        )
    }

    @Test func whatTheStoreCannotSortTheAppSorts() {
        #expect(keys([SortDescriptor(\HKSample.uuid.uuidString)]) == nil)
        #expect(keys([SortDescriptor(\HKSample.startDate), SortDescriptor(\.uuid.uuidString)]) == nil)
        let backwards = NSSortDescriptor(keyPath: \HKSample.startDate, ascending: true) { left, right in
            guard let left = left as? Date, let right = right as? Date else { return .orderedSame }
            return right.compare(left)
        }
        #expect(keys([backwards]) == nil)
        let many = (0...Limits.sortKeys).map { _ in SortDescriptor(\HKSample.startDate) }
        #expect(keys(many) == nil && keys(Array(many.dropLast()))?.count == Limits.sortKeys)
    }

    @Test func anotherKeyStopsTheProgram() async {
        await #expect(processExitsWith: .failure) { _ = NSSortDescriptor(key: "uuid", ascending: true) }
    }

    // MARK: - What comes

    @Test func samplesWithoutTheFieldComeLast() async throws {
        let shared = try SharedStore()
        let run = SharedStore.run(from: 5, to: 10)
        let rates = [SharedStore.heartRate(60), SharedStore.heartRate(61, at: 1)]
        try await shared.store.save(rates + [run])
        let types: [HKSampleType] = [HKQuantityType(.heartRate), HKObjectType.workoutType()]
        func found(_ order: NSSortDescriptor...) async throws -> [HKSample] {
            try await withCheckedThrowingContinuation { done in
                let query = HKSampleQuery(
                    queryDescriptors: types.map { HKQueryDescriptor(sampleType: $0, predicate: nil) },
                    limit: HKObjectQueryNoLimit,
                    sortDescriptors: order
                ) { _, samples, error in
                    done.resume(with: samples.map(Result.success) ?? .failure(error ?? CancellationError()))
                }
                shared.store.execute(query)
            }
        }
        let unknown = NSSortDescriptor(keyPath: \HKSample.uuid, ascending: true) { _, _ in .orderedSame }
        for ascending in [true, false] {
            let byDuration = NSSortDescriptor(key: HKWorkoutSortIdentifierDuration, ascending: ascending)
            #expect(try await found(byDuration) == [run] + rates)
            #expect(try await found(unknown, byDuration) == [run] + rates)
        }
    }

    /// Any order with any limit, of samples that match or all, is that of plain Swift.
    @Test func ordersAndLimitsAgreeWithPlainSwift() async throws {
        let (generator, seed) = SeededGenerator.fromEnvironment(default: 3)
        let shared = try SharedStore()
        let history = try await RandomHistory(generator, in: shared)
        for (index, type) in RandomHistory.types.enumerated() {
            var statements = RandomStatements(about: history, of: type, SeededGenerator(seed: seed &+ UInt64(index)))
            for round in 0..<25 {
                let statement = statements.statement(depth: 1, blocks: true, associations: false)
                let orders = (0..<statements.random.int(0...3)).map { _ in Order.random(type, &statements.random) }
                let limit = statements.random.int(0...2) == 0 ? 0 : statements.random.int(1...40)
                let comment: Comment = "HEARTH_TEST_SEED=\(seed) round \(round): \(type): \(orders) \(limit)"
                let found = try await classic(type, statement.predicate, orders, limit, on: shared.store)
                let meant = statements.samples.filter(statement.isTrue)
                #expect(found.count == (limit == 0 ? meant.count : min(limit, meant.count)), comment)
                #expect(Set(found.map(\.uuid)).isSubset(of: meant.map(\.uuid)), comment)
                let effective = orders.isEmpty ? [Order.byStart] : orders
                let sorted = meant.sorted { left, right in
                    for order in effective where order.place(left, right) != .orderedSame {
                        return order.place(left, right) == .orderedAscending
                    }
                    return false
                }
                // Those that are equal in the order may come in any.
                for (sample, other) in zip(found, sorted) {
                    #expect(effective.allSatisfy { $0.place(sample, other) == .orderedSame }, comment)
                }
                // The same again gives the same.
                #expect(try await classic(type, statement.predicate, orders, limit, on: shared.store) == found, comment)
            }
        }
    }

    private func classic(
        _ type: HKSampleType,
        _ predicate: NSPredicate,
        _ orders: [Order],
        _ limit: Int,
        on store: HKHealthStore
    ) async throws -> [HKSample] {
        let descriptors = orders.map(\.descriptor)
        return try await withCheckedThrowingContinuation { done in
            let query = HKSampleQuery(
                sampleType: type,
                predicate: predicate,
                limit: limit,
                sortDescriptors: descriptors
            ) {
                _,
                samples,
                error in
                done.resume(with: samples.map(Result.success) ?? .failure(error ?? HKError(.noData, "nothing")))
            }
            store.execute(query)
        }
    }
}
