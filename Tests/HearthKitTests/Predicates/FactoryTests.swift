import Foundation
import Testing

@testable import HearthKit

/// What the predicates of the factories find, at the edges of what they say.
@Suite struct FactoryTests {
    private let shared: SharedStore
    private let type = HKQuantityType(.heartRate)

    init() throws {
        shared = try SharedStore()
    }

    private func found(_ predicate: NSPredicate) async throws -> [Double] {
        let query = HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: type, predicate: predicate)],
            sortDescriptors: [SortDescriptor(\.beats)]
        )
        return try await query.result(for: shared.store).map(\.beats)
    }

    private func error(_ predicate: NSPredicate) async -> HKError.Code? {
        do {
            _ = try await found(predicate)
            return nil
        } catch {
            return (error as? HKError)?.code
        }
    }

    private func not(_ predicate: NSPredicate) -> NSPredicate {
        NSCompoundPredicate(notPredicateWithSubpredicate: predicate)
    }

    // MARK: - Time

    @Test func theStartOfATimeBelongsToItAndItsEndDoesNot() async throws {
        let spans: [(Double, Double)] = [
            (0, 0), (0, 10), (5, 10), (10, 10), (10, 20), (15, 20), (20, 20), (20, 30), (0, 30),
        ]
        try await shared.store.save(
            spans.enumerated().map { index, span in
                HKQuantitySample(
                    type: type,
                    quantity: HKQuantity(unit: SharedStore.perMinute, doubleValue: Double(index)),
                    start: SharedStore.time(span.0),
                    end: SharedStore.time(span.1)
                )
            }
        )
        func time(_ start: Double?, _ end: Double?, _ options: HKQueryOptions = []) async throws -> [Double] {
            try await found(
                HKQuery.predicateForSamples(
                    withStart: start.map(SharedStore.time),
                    end: end.map(SharedStore.time),
                    options: options
                )
            )
        }
        #expect(try await time(10, 20) == [1, 2, 3, 4, 5, 8])
        #expect(try await time(10, 20, .strictStartDate) == [3, 4, 5])
        #expect(try await time(10, 20, .strictEndDate) == [1, 2, 3])
        #expect(try await time(10, 20, [.strictStartDate, .strictEndDate]) == [3])
        #expect(try await time(nil, 10) == [0, 1, 2, 8])
        #expect(try await time(nil, 10, .strictEndDate) == [0])
        #expect(try await time(20, nil) == [4, 5, 6, 7, 8])
        #expect(try await time(20, nil, .strictStartDate) == [6, 7])
        #expect(try await time(nil, nil, [.strictStartDate, .strictEndDate]).count == 9)
        // A time without length, and one that ends before it starts: what lies over both ends.
        #expect(try await time(10, 10) == [1, 2, 8])
        #expect(try await time(10, 10, .strictStartDate) == [])
        #expect(try await time(20, 10) == [8])
        #expect(try await time(20, 10, .strictEndDate) == [])
        for (start, end) in [(Date.distantPast, Date.distantFuture), (.distantPast, nil), (nil, .distantFuture)] {
            #expect(try await found(HKQuery.predicateForSamples(withStart: start, end: end)).count == 9)
        }
        #expect(try await found(HKQuery.predicateForSamples(withStart: .distantFuture, end: .distantPast)) == [])
        let never = Date(timeIntervalSinceReferenceDate: .nan)
        _ = await error(HKQuery.predicateForSamples(withStart: never, end: never))
        _ = await error(HKQuery.predicateForSamples(withStart: SharedStore.start, end: never, options: .strictEndDate))
    }

    // MARK: - Sets

    @Test func nothingIsInAnEmptySet() async throws {
        try await shared.store.save(SharedStore.heartRate(60))
        let empty = [
            HKQuery.predicateForObjects(with: []), HKQuery.predicateForObjects(from: Set<HKSource>()),
            HKQuery.predicateForObjects(from: Set<HKSourceRevision>()),
            HKQuery.predicateForObjects(from: Set<HKDevice>()),
            HKQuery.predicateForObjects(withMetadataKey: "k", allowedValues: []),
            NSPredicate(format: "UUID IN {}"), NSCompoundPredicate(orPredicateWithSubpredicates: []),
        ]
        for predicate in empty {
            #expect(try await found(predicate) == [])
            #expect(try await found(not(predicate)) == [60])
            #expect(!predicate.evaluate(with: SharedStore.heartRate(60)))
        }
        // But one: an empty set of values is an absent property.
        let unnamed = HKQuery.predicateForObjects(withDeviceProperty: HKDevicePropertyKeyName, allowedValues: [])
        #expect(try await found(unnamed) == [60])
    }

    @Test func setsMayBeLarge() async throws {
        let samples = (0..<20).map { SharedStore.heartRate(Double($0), metadata: ["k": $0]) }
        try await shared.store.save(samples)
        let others = (0..<20_000).map { _ in UUID() }
        #expect(try await found(HKQuery.predicateForObjects(with: Set(others + samples.map(\.uuid)))).count == 20)
        #expect(try await found(NSPredicate(format: "NOT UUID IN %@", others + [samples[3].uuid])).count == 19)
        let values = (10..<5_000).map { $0 as Any }
        #expect(try await found(HKQuery.predicateForObjects(withMetadataKey: "k", allowedValues: values)).count == 10)
    }

    // MARK: - Metadata

    @Test func wholeNumbersDoublesAndTruthsCompareAsNumbers() async throws {
        try await shared.store.save([
            SharedStore.heartRate(1), SharedStore.heartRate(2, metadata: ["k": 1]),
            SharedStore.heartRate(3, metadata: ["k": "1"]), SharedStore.heartRate(4, metadata: ["k": true]),
            SharedStore.heartRate(5, metadata: ["k": 2.0]), SharedStore.heartRate(6, metadata: ["l": 1]),
        ])
        let differs = HKQuery.predicateForObjects(withMetadataKey: "k", operatorType: .notEqualTo, value: 1)
        #expect(try await found(differs) == [1, 3, 5, 6])
        #expect(try await found(not(differs)) == [2, 4])
        let equals = HKQuery.predicateForObjects(withMetadataKey: "k", operatorType: .equalTo, value: 1.0)
        #expect(try await found(equals) == [2, 4])
        #expect(try await found(not(equals)) == [1, 3, 5, 6])
        #expect(
            try await found(NSPredicate(format: "metadata.k IN %@", [1, "1", NSNull()] as [Any])) == [1, 2, 3, 4, 6]
        )
    }

    @Test func whatTheStoreCannotHoldIsStillCompared() async throws {
        try await shared.store.save([
            SharedStore.heartRate(1, metadata: ["k": SharedStore.start]),
            SharedStore.heartRate(2, metadata: ["k": Int64.max]),
            SharedStore.heartRate(3, metadata: ["k": 1e300]),
        ])
        func relation(_ operation: ComparisonOperator.Operator, _ value: Any) async throws -> [Double] {
            try await found(HKQuery.predicateForObjects(withMetadataKey: "k", operatorType: operation, value: value))
        }
        #expect(try await relation(.greaterThan, Date.distantPast) == [1])
        #expect(try await relation(.lessThan, Date.distantFuture) == [1])
        #expect(try await relation(.lessThan, UInt64.max) == [2])
        #expect(try await relation(.greaterThan, UInt64.max) == [3])
        #expect(try await found(NSPredicate(format: "metadata.k < %@", Date.distantFuture)) == [1])
        let distant: [Any] = [Date.distantPast, UInt64.max]
        #expect(try await found(HKQuery.predicateForObjects(withMetadataKey: "k", allowedValues: distant)) == [])
    }

    @Test func whatCannotBeSentIsAnError() async throws {
        let long = String(repeating: "x", count: 5_000)
        let endless = HKQuantity(unit: .meter(), doubleValue: .infinity)
        let predicates = [
            HKQuery.predicateForObjects(withMetadataKey: "k", operatorType: .equalTo, value: Double.nan),
            HKQuery.predicateForObjects(withMetadataKey: "k", operatorType: .equalTo, value: endless),
            HKQuery.predicateForObjects(withMetadataKey: "", operatorType: .equalTo, value: 1),
            HKQuery.predicateForQuantitySamples(with: .equalTo, quantity: endless),
            HKQuery.predicateForQuantitySamples(
                with: .lessThan,
                quantity: HKQuantity(unit: SharedStore.perMinute, doubleValue: .nan)
            ),
        ]
        for predicate in predicates {
            #expect(await error(predicate) == .errorInvalidArgument)
        }
        let device = HKDevice(.init(name: long))
        for predicate in [
            HKQuery.predicateForObjects(withMetadataKey: long), HKQuery.predicateForObjects(from: [device]),
            HKQuery.predicateForObjects(withDeviceProperty: HKDevicePropertyKeyName, allowedValues: [long]),
        ] {
            #expect(await error(predicate) != nil)
        }
        // The connection has survived it.
        #expect(try await found(NSPredicate(value: true)) == [])
    }

    // MARK: - Objects by themselves

    @Test func whatIsNoSampleSatisfiesNoTest() {
        let early = HKQuery.predicateForSamples(withStart: nil, end: nil)
        for object in [nil, "text", 1, HKDevice.local(), NSObject()] as [Any?] {
            #expect(!early.evaluate(with: object))
            #expect(not(early).evaluate(with: object))
        }
        #expect(NSPredicate(format: "TRUEPREDICATE").evaluate(with: nil))
        #expect(early.evaluate(with: SharedStore.heartRate(1)))
        // Of another kind, or in a unit of something else.
        let heavy = HKQuery.predicateForQuantitySamples(
            with: .notEqualTo,
            quantity: HKQuantity(unit: .gram(), doubleValue: 1)
        )
        #expect(!heavy.evaluate(with: SharedStore.heartRate(1)) && !heavy.evaluate(with: SharedStore.run()))
    }

    @Test func newSamplesAreTestedInTheirUnits() {
        let mass = HKQuantitySample(
            type: HKQuantityType(.bodyMass),
            quantity: HKQuantity(unit: .pound(), doubleValue: 2),
            start: SharedStore.start,
            end: SharedStore.start
        )
        let gram = HKQuantity(unit: .gram(), doubleValue: 907.18474)
        #expect(HKQuery.predicateForQuantitySamples(with: .equalTo, quantity: gram).evaluate(with: mass))
        let run = HKWorkout(
            activityType: .running,
            start: SharedStore.start,
            end: SharedStore.time(60),
            duration: 30,
            totalEnergyBurned: HKQuantity(unit: .jouleUnit(with: .kilo), doubleValue: 4.184),
            totalDistance: HKQuantity(unit: .meterUnit(with: .kilo), doubleValue: 1),
            metadata: nil
        )
        let kilocalorie = HKQuantity(unit: .kilocalorie(), doubleValue: 1)
        let meters = HKQuantity(unit: .meter(), doubleValue: 1_000)
        #expect(HKQuery.predicateForWorkouts(with: .equalTo, totalEnergyBurned: kilocalorie).evaluate(with: run))
        #expect(HKQuery.predicateForWorkouts(with: .greaterThanOrEqualTo, totalDistance: meters).evaluate(with: run))
        #expect(HKQuery.predicateForWorkouts(with: .lessThan, duration: 30.5).evaluate(with: run))
        let flights = HKQuantity(unit: .count(), doubleValue: 0)
        #expect(HKQuery.predicateForWorkouts(with: .notEqualTo, totalFlightsClimbed: flights).evaluate(with: run))
        #expect(!HKQuery.predicateForWorkouts(with: .equalTo, totalFlightsClimbed: flights).evaluate(with: run))
    }
}
