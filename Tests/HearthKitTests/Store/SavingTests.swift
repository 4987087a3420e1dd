import Foundation
import HearthSystem
import Testing

@testable import HearthKit

/// What is saved comes back, and what is refused is refused with HealthKit's errors.
@Suite struct SavingTests {
    private let shared: SharedStore

    init() throws {
        shared = try SharedStore()
    }

    private func heartRates() async throws -> [HKQuantitySample] {
        let query = HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: HKQuantityType(.heartRate))],
            sortDescriptors: [SortDescriptor(\.startDate)]
        )
        return try await query.result(for: shared.other)
    }

    @Test func aSampleComesBackAsItWas() async throws {
        let device = HKDevice(
            name: "Strap",
            manufacturer: "Example",
            model: "S1",
            hardwareVersion: nil,
            firmwareVersion: "",
            softwareVersion: "2.1",
            localIdentifier: nil,
            udiDeviceIdentifier: nil
        )
        let sample = HKQuantitySample(
            type: HKQuantityType(.heartRate),
            quantity: HKQuantity(unit: SharedStore.perMinute, doubleValue: 95),
            start: SharedStore.time(0.1),
            end: SharedStore.time(5.3),
            device: device,
            metadata: [
                HKMetadataKeyWasUserEntered: true, "own": 3, "weight": HKQuantity(unit: .gram(), doubleValue: 2),
            ]
        )
        try await shared.store.save(sample)
        let found = try #require(try await heartRates().first)
        #expect(found == sample)
        #expect(found.beats == 95)
        #expect(found.startDate == sample.startDate)
        #expect(found.endDate == sample.endDate)
        #expect(found.device == device)
        #expect(found.metadata?[HKMetadataKeyWasUserEntered] as? Bool == true)
        #expect(found.metadata?["own"] as? Int == 3)
        #expect(found.metadata?["weight"] as? HKQuantity == HKQuantity(unit: .gram(), doubleValue: 2))
        #expect(found.sourceRevision.source.bundleIdentifier == "org.example.one")
        #expect(found is HKDiscreteQuantitySample)
    }

    @Test func aTextWithNULIsRefusedAndNothingElse() async throws {
        let device = HKDevice(
            name: "one\0two",
            manufacturer: nil,
            model: nil,
            hardwareVersion: nil,
            firmwareVersion: nil,
            softwareVersion: nil,
            localIdentifier: nil,
            udiDeviceIdentifier: nil
        )
        let sample = HKQuantitySample(
            type: HKQuantityType(.heartRate),
            quantity: HKQuantity(unit: SharedStore.perMinute, doubleValue: 60),
            start: SharedStore.start,
            end: SharedStore.start,
            device: device,
            metadata: nil
        )
        let error = await #expect(throws: HKError.self) { try await shared.store.save(sample) }
        #expect(error?.code == .errorInvalidArgument)
        try await shared.store.save(SharedStore.heartRate(70))
        #expect(try await heartRates().map(\.beats) == [70])
    }

    /// Apps of HealthKit count in handlers without a lock.
    @Test func handlersAreCalledOneAfterTheOther() async throws {
        let calls = 200
        let inside = Guarded(0)
        let (done, feed) = AsyncStream.makeStream(of: Int.self)
        for number in 0..<calls {
            shared.store.save(SharedStore.heartRate(60, at: Double(number))) { success, _ in
                let others = inside.withLock { inside in
                    defer { inside += 1 }
                    return inside
                }
                feed.yield(success ? others : -1)
                inside.withLock { $0 -= 1 }
            }
        }
        var called = 0
        for await others in done {
            #expect(others == 0)
            called += 1
            if called == calls { break }
        }
    }

    @Test func aSaveThatIsRepeatedIsOne() async throws {
        let sample = SharedStore.heartRate(60)
        try await shared.store.save(sample)
        try await shared.store.save(sample)
        #expect(try await heartRates().count == 1)
    }

    @Test func allOrNothing() async throws {
        let endless = HKQuantitySample(
            type: HKQuantityType(.stepCount),
            quantity: HKQuantity(unit: .count(), doubleValue: 1),
            start: SharedStore.start,
            end: .distantFuture
        )
        await #expect(throws: HKError.self) {
            try await shared.store.save([SharedStore.heartRate(60), endless])
        }
        #expect(try await heartRates().isEmpty)
    }

    @Test func onlyTheAppThatSavedDeletes() async throws {
        let sample = SharedStore.heartRate(60)
        try await shared.store.save(sample)
        let refused = await #expect(throws: HKError.self) { try await shared.other.delete(sample) }
        #expect(refused?.code == .errorAuthorizationDenied)
        try await shared.store.delete(sample)
        #expect(try await heartRates().isEmpty)
        let missing = await #expect(throws: HKError.self) { try await shared.store.delete(sample) }
        #expect(missing?.code == .errorInvalidArgument)
    }

    @Test func whatMatchesIsDeletedAndCounted() async throws {
        try await shared.store.save((0..<5).map { SharedStore.heartRate(60 + Double($0), at: Double($0)) })
        let predicate = HKQuery.predicateForQuantitySamples(
            with: .greaterThan,
            quantity: HKQuantity(unit: SharedStore.perMinute, doubleValue: 62)
        )
        let type = HKQuantityType(.heartRate)
        #expect(try await shared.other.deleteObjects(of: type, predicate: predicate) == 0)
        #expect(try await shared.store.deleteObjects(of: type, predicate: predicate) == 2)
        #expect(try await heartRates().map(\.beats) == [60, 61, 62])
        await #expect(throws: HKError.self) {
            try await shared.store.deleteObjects(of: type, predicate: NSPredicate { _, _ in true })
        }
        #expect(try await heartRates().count == 3)
    }

    @Test func closuresSayHowItWent() async throws {
        let sample = SharedStore.heartRate(60)
        let saved = await withCheckedContinuation { done in
            shared.store.save(sample) { done.resume(returning: ($0, $1 == nil)) }
        }
        #expect(saved == (true, true))
        let deleted = await withCheckedContinuation { done in
            shared.other.delete(sample) { done.resume(returning: ($0, ($1 as? HKError)?.code)) }
        }
        #expect(deleted == (false, .errorAuthorizationDenied))
    }

    @Test func samplesBelongToAWorkout() async throws {
        let run = SharedStore.run()
        let known = SharedStore.heartRate(120, at: 10)
        let new = HKQuantitySample(
            type: HKQuantityType(.heartRate),
            quantity: HKQuantity(unit: SharedStore.perMinute, doubleValue: 130),
            start: SharedStore.time(20),
            end: SharedStore.time(20),
            device: .local(),
            metadata: nil
        )
        try await shared.store.save([run, known, SharedStore.heartRate(70, at: 700)])
        try await shared.store.addSamples([known, new], to: run)
        let query = HKSampleQueryDescriptor(
            predicates: [
                .quantitySample(
                    type: HKQuantityType(.heartRate),
                    predicate: HKQuery.predicateForObjects(from: run)
                )
            ],
            sortDescriptors: []
        )
        let found = try await query.result(for: shared.store)
        #expect(found.map(\.beats) == [120, 130])
        #expect(found.map(\.device) == [nil, nil])
        await #expect(throws: HKError.self) {
            try await shared.store.addSamples([known], to: SharedStore.run(from: 1_000, to: 2_000))
        }
    }

    @Test func columnsAreSavedWithoutObjects() async throws {
        let starts = (0..<10_000).map { SharedStore.time(Double($0)) }
        let columns = try HKQuantityColumns(
            type: HKQuantityType(.heartRate),
            unit: SharedStore.perMinute,
            starts: starts,
            values: starts.indices.map { 60 + Double($0 % 100) }
        )
        try await shared.store.save(columns)
        let found = try await heartRates()
        #expect(found.map(\.startDate) == starts)
        #expect(found.map(\.uuid) == columns.uuids)
    }

    @Test func nobodyListensThere() async throws {
        let store = HKHealthStore(appIdentifier: "org.example.one", socketPath: "/nowhere/hearth.sock")
        let error = await #expect(throws: HKError.self) { try await store.save(SharedStore.heartRate(60)) }
        #expect(error?.code == .errorDatabaseInaccessible)
        #expect(error?.localizedDescription.contains("hearth serve") == true)
    }

    @Test func characteristicsAreReadWhileWaiting() throws {
        #expect(try shared.store.bloodType().bloodType == .notSet)
        let error = #expect(throws: HKError.self) { try shared.store.dateOfBirthComponents() }
        #expect(error?.code == .errorNoData)
    }

    @Test func everythingIsGranted() async throws {
        let types: Set<HKSampleType> = [HKQuantityType(.heartRate), HKObjectType.workoutType()]
        try await shared.store.requestAuthorization(toShare: types, read: types)
        #expect(shared.store.authorizationStatus(for: HKQuantityType(.heartRate)) == .sharingAuthorized)
        #expect(
            try await shared.store.statusForAuthorizationRequest(toShare: types, read: types) == .unnecessary
        )
        await #expect(throws: HKError.self) {
            try await shared.store.requestAuthorization(toShare: [HKCorrelationType(.bloodPressure)], read: [])
        }
        let units = try await shared.store.preferredUnits(for: [HKQuantityType(.heartRate)])
        #expect(units[HKQuantityType(.heartRate)] == SharedStore.perMinute)
    }
}
