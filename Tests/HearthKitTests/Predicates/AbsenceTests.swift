import Foundation
import Testing

@testable import HearthKit

/// How each operator treats samples without a value in what it compares, by the table of PROTOCOL.md. The store and
/// the client have to agree on every sample.
@Suite struct AbsenceTests {
    private let shared: SharedStore

    init() throws {
        shared = try SharedStore()
    }

    /// Checks that a predicate finds the samples with these names, and its negation all others, at the store and in the
    /// client.
    private func expect(
        _ predicate: NSPredicate,
        finds names: String...,
        among samples: [String: HKSample],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let type = try #require(samples.values.first?.sampleType)
        let wanted = Set(names)
        let negation = NSCompoundPredicate(notPredicateWithSubpredicate: predicate)
        for (predicate, wanted) in [(predicate, wanted), (negation, Set(samples.keys).subtracting(wanted))] {
            let query = HKSampleQueryDescriptor(
                predicates: [.sample(type: type, predicate: predicate)],
                sortDescriptors: []
            )
            let found = Set(try await query.result(for: shared.store).map(\.uuid))
            #expect(
                Set(samples.filter { found.contains($0.value.uuid) }.keys) == wanted,
                sourceLocation: sourceLocation
            )
            #expect(
                Set(samples.filter { predicate.evaluate(with: $0.value) }.keys) == wanted,
                sourceLocation: sourceLocation
            )
        }
    }

    /// Saves samples, and returns them as the store has them.
    private func saved(_ samples: [String: HKSample]) async throws -> [String: HKSample] {
        try await shared.store.save(Array(samples.values))
        let type = try #require(samples.values.first?.sampleType)
        let query = HKSampleQueryDescriptor(predicates: [.sample(type: type)], sortDescriptors: [])
        let stored = try await query.result(for: shared.store)
        return try samples.mapValues { sample in try #require(stored.first { $0.uuid == sample.uuid }) }
    }

    // MARK: - Metadata

    @Test func samplesWithoutTheKeyMatchNotEqualOnly() async throws {
        let samples = try await saved([
            "bare": SharedStore.heartRate(1), "other key": SharedStore.heartRate(2, metadata: ["l": 1]),
            "one": SharedStore.heartRate(3, metadata: ["k": 1]), "text": SharedStore.heartRate(4, metadata: ["k": "1"]),
            "two": SharedStore.heartRate(5, metadata: ["k": 2.0]),
        ])
        func key(_ operation: ComparisonOperator.Operator, _ value: Any) -> NSPredicate {
            HKQuery.predicateForObjects(withMetadataKey: "k", operatorType: operation, value: value)
        }
        try await expect(key(.equalTo, 1), finds: "one", among: samples)
        try await expect(key(.notEqualTo, 1), finds: "bare", "other key", "text", "two", among: samples)
        try await expect(key(.notEqualTo, "1"), finds: "bare", "other key", "one", "two", among: samples)
        try await expect(
            key(.notEqualTo, SharedStore.start),
            finds: "bare",
            "other key",
            "one",
            "text",
            "two",
            among: samples
        )
        try await expect(key(.lessThan, 2), finds: "one", among: samples)
        try await expect(key(.lessThanOrEqualTo, 2), finds: "one", "two", among: samples)
        try await expect(key(.greaterThan, 1), finds: "two", among: samples)
        try await expect(key(.greaterThanOrEqualTo, 1), finds: "one", "two", among: samples)
        for operation in [ComparisonOperator.Operator.contains, .beginsWith, .endsWith] {
            try await expect(key(operation, ""), finds: "text", among: samples)
        }
        let allowed = HKQuery.predicateForObjects(withMetadataKey: "k", allowedValues: [1, "1"])
        try await expect(allowed, finds: "one", "text", among: samples)
        try await expect(
            NSPredicate(format: "metadata.k IN %@", [1, "1"] as [Any]),
            finds: "one",
            "text",
            among: samples
        )
        try await expect(NSPredicate(format: "metadata.k BETWEEN {1, 2}"), finds: "one", "two", among: samples)
        try await expect(
            NSPredicate(format: "metadata.k != 1 AND metadata.k != '1'"),
            finds: "bare",
            "other key",
            "two",
            among: samples
        )
        try await expect(
            NSPredicate(format: "1 != metadata.k"),
            finds: "bare",
            "other key",
            "text",
            "two",
            among: samples
        )
        try await expect(NSPredicate(format: "metadata.k == nil"), finds: "bare", "other key", among: samples)
        try await expect(NSPredicate(format: "metadata.k != nil"), finds: "one", "text", "two", among: samples)
        try await expect(HKQuery.predicateForObjects(withMetadataKey: "k"), finds: "one", "text", "two", among: samples)
    }

    @Test func theFilterAgainstManualEntriesKeepsMeasuredSamples() async throws {
        let samples = try await saved([
            "measured": SharedStore.heartRate(1),
            "measured, and says so": SharedStore.heartRate(2, metadata: [HKMetadataKeyWasUserEntered: false]),
            "entered": SharedStore.heartRate(3, metadata: [HKMetadataKeyWasUserEntered: true]),
        ])
        let key = HKMetadataKeyWasUserEntered
        for predicate in [
            NSPredicate(format: "metadata.%K != YES", key),
            NSPredicate(format: "%K.%K != %@", HKPredicateKeyPathMetadata, key, true as NSNumber),
            HKQuery.predicateForObjects(withMetadataKey: key, operatorType: .notEqualTo, value: true),
            NSPredicate(format: "NOT metadata.%K == YES", key),
        ] {
            try await expect(predicate, finds: "measured", "measured, and says so", among: samples)
        }
    }

    @Test func samplesWithoutASyncIdentifierDifferFromEveryOne() async throws {
        let sync = { (identifier: String) -> [String: Any] in
            [HKMetadataKeySyncIdentifier: identifier, HKMetadataKeySyncVersion: 1]
        }
        let samples = try await saved([
            "bare": SharedStore.heartRate(1), "a": SharedStore.heartRate(2, metadata: sync("a")),
            "b": SharedStore.heartRate(3, metadata: sync("b")),
        ])
        let key = HKMetadataKeySyncIdentifier
        try await expect(NSPredicate(format: "metadata.%K != 'a'", key), finds: "bare", "b", among: samples)
        try await expect(NSPredicate(format: "metadata.%K >= 'a'", key), finds: "a", "b", among: samples)
        try await expect(
            NSPredicate(format: "metadata.%K != 2", HKMetadataKeySyncVersion),
            finds: "bare",
            "a",
            "b",
            among: samples
        )
    }

    // MARK: - Where samples come from

    @Test func aPropertyThatIsAbsentIsNoneOfTheValues() async throws {
        func sample(_ value: Double, _ device: HKDevice?) -> HKQuantitySample {
            let quantity = HKQuantity(unit: SharedStore.perMinute, doubleValue: value)
            let (type, start) = (HKQuantityType(.heartRate), SharedStore.start)
            return HKQuantitySample(
                type: type,
                quantity: quantity,
                start: start,
                end: start,
                device: device,
                metadata: nil
            )
        }
        func device(name: String?) -> HKDevice {
            HKDevice(
                name: name,
                manufacturer: "m",
                model: nil,
                hardwareVersion: nil,
                firmwareVersion: nil,
                softwareVersion: nil,
                localIdentifier: nil,
                udiDeviceIdentifier: nil
            )
        }
        let (band, unnamed) = (device(name: "band"), device(name: nil))
        let samples = try await saved([
            "no device": sample(1, nil), "unnamed": sample(2, unnamed), "band": sample(3, band),
        ])
        let name = { (values: Set<String>) in
            HKQuery.predicateForObjects(withDeviceProperty: HKDevicePropertyKeyName, allowedValues: values)
        }
        try await expect(name(["band"]), finds: "band", among: samples)
        try await expect(name([""]), among: samples)
        try await expect(name([]), finds: "no device", "unnamed", among: samples)
        try await expect(HKQuery.predicateForObjects(from: [unnamed]), finds: "unnamed", among: samples)
        try await expect(NSPredicate(format: "device != %@", band), finds: "no device", "unnamed", among: samples)
        try await expect(NSPredicate(format: "device == nil"), finds: "no device", among: samples)
        try await expect(NSPredicate(format: "device != nil"), finds: "unnamed", "band", among: samples)
    }

    @Test func aVersionThatIsAbsentIsNoneThatIsNamed() async throws {
        let samples = try await saved(["sample": SharedStore.heartRate(1)])
        let revision = try #require(samples["sample"]?.sourceRevision)
        func revisions(_ version: String?) -> NSPredicate {
            HKQuery.predicateForObjects(
                from: [
                    HKSourceRevision(
                        source: revision.source,
                        version: version,
                        productType: HKSourceRevisionAnyProductType,
                        operatingSystemVersion: HKSourceRevisionAnyOperatingSystem
                    )
                ]
            )
        }
        try await expect(revisions(HKSourceRevisionAnyVersion), finds: "sample", among: samples)
        if revision.version == nil {
            try await expect(revisions(nil), finds: "sample", among: samples)
            try await expect(revisions("1"), among: samples)
        } else {
            try await expect(revisions(nil), among: samples)
        }
    }

    // MARK: - Workouts

    @Test func workoutsWithoutATotalMatchNotEqualOnly() async throws {
        let kilometer = HKQuantity(unit: .meter(), doubleValue: 1_000)
        let samples = try await saved([
            "bare": SharedStore.run(),
            "kilometer": HKWorkout(
                activityType: .running,
                start: SharedStore.start,
                end: SharedStore.time(60),
                duration: 60,
                totalEnergyBurned: nil,
                totalDistance: kilometer,
                metadata: nil
            ),
        ])
        let distance = { HKQuery.predicateForWorkouts(with: $0, totalDistance: kilometer) }
        try await expect(distance(.lessThan), among: samples)
        try await expect(distance(.lessThanOrEqualTo), finds: "kilometer", among: samples)
        try await expect(distance(.equalTo), finds: "kilometer", among: samples)
        try await expect(distance(.notEqualTo), finds: "bare", among: samples)
        try await expect(distance(.greaterThan), among: samples)
        try await expect(distance(.greaterThanOrEqualTo), finds: "kilometer", among: samples)
        // Neither has these.
        let (one, steps) = (HKQuantity(unit: .count(), doubleValue: 1), HKQuantityType(.stepCount))
        for operation in [
            ComparisonOperator.Operator.lessThan, .lessThanOrEqualTo, .equalTo, .greaterThan, .greaterThanOrEqualTo,
        ] {
            let sum = HKQuery.predicateForWorkouts(operatorType: operation, quantityType: steps, sumQuantity: one)
            try await expect(sum, among: samples)
            let flights = HKQuery.predicateForWorkouts(with: operation, totalFlightsClimbed: one)
            try await expect(flights, among: samples)
        }
        let sum = HKQuery.predicateForWorkouts(operatorType: .notEqualTo, quantityType: steps, sumQuantity: one)
        try await expect(sum, finds: "bare", "kilometer", among: samples)
        let flights = HKQuery.predicateForWorkouts(with: .notEqualTo, totalFlightsClimbed: one)
        try await expect(flights, finds: "bare", "kilometer", among: samples)
    }
}
