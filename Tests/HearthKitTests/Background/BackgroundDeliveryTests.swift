import Foundation
import HearthModel
import Testing

@testable import HearthKit

@Suite("Background delivery")
struct BackgroundDeliveryTests {
    private let shared: SharedStore

    init() throws {
        shared = try SharedStore()
    }

    private func registrations(of store: HKHealthStore) async throws -> [String: UInt32] {
        let registrations = try await store.connection.registrations()
        return Dictionary(uniqueKeysWithValues: registrations.map { ($0.type.identifier, $0.frequency.rawValue) })
    }

    @Test("the store keeps what each app wants to hear of")
    func kept() async throws {
        let (heartRate, run) = (HKQuantityType(.heartRate), HKObjectType.workoutType())
        try await shared.store.enableBackgroundDelivery(for: heartRate, frequency: .hourly)
        try await shared.store.enableBackgroundDelivery(for: run, frequency: .immediate)
        try await shared.store.enableBackgroundDelivery(for: heartRate, frequency: .weekly)
        #expect(try await registrations(of: shared.store) == [heartRate.identifier: 4, run.identifier: 1])
        #expect(try await registrations(of: shared.other).isEmpty)
        // Another connection of the same app, as after a new start of it.
        let again = shared.shared.store(appIdentifier: "org.example.one")
        try await again.disableBackgroundDelivery(for: heartRate)
        #expect(try await registrations(of: shared.store) == [run.identifier: 1])
        try await shared.store.disableAllBackgroundDelivery()
        #expect(try await registrations(of: again).isEmpty)
    }

    @Test("handlers are called when it is done")
    func handlers() async throws {
        let type = HKQuantityType(.stepCount)
        let done = await withCheckedContinuation { continuation in
            shared.store.enableBackgroundDelivery(for: type, frequency: .daily) { success, error in
                continuation.resume(returning: success && error == nil)
            }
        }
        #expect(done)
        #expect(try await registrations(of: shared.store) == [type.identifier: 3])
        let isOver = await withCheckedContinuation { continuation in
            shared.store.disableAllBackgroundDelivery { success, error in
                continuation.resume(returning: success && error == nil)
            }
        }
        #expect(isOver)
        #expect(try await registrations(of: shared.store).isEmpty)
    }

    @Test("types without samples are refused")
    func refused() async throws {
        for type in [HKCorrelationType(.bloodPressure), HKCharacteristicType(.bloodType)] as [HKObjectType] {
            await #expect(throws: HKError.self) {
                try await shared.store.enableBackgroundDelivery(for: type, frequency: .immediate)
            }
        }
        #expect(try await registrations(of: shared.store).isEmpty)
    }
}
