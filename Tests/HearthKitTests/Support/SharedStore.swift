import Foundation
import HearthClient
import HearthTesting

@testable import HearthKit

/// Two apps on one store, and a moment to count from.
struct SharedStore {
    static let start = Date(timeIntervalSince1970: 1_795_248_000)
    static let perMinute = HKUnit.count().unitDivided(by: .minute())

    let shared: EphemeralHealthStore
    let store: HKHealthStore
    let other: HKHealthStore

    init() throws {
        shared = try EphemeralHealthStore()
        store = shared.store(appIdentifier: "org.example.one")
        other = shared.store(appIdentifier: "org.example.other")
    }

    static func time(_ seconds: Double) -> Date { start.addingTimeInterval(seconds) }

    static func heartRate(_ value: Double, at seconds: Double = 0, metadata: [String: Any]? = nil) -> HKQuantitySample {
        HKQuantitySample(
            type: HKQuantityType(.heartRate),
            quantity: HKQuantity(unit: perMinute, doubleValue: value),
            start: time(seconds),
            end: time(seconds),
            metadata: metadata
        )
    }

    static func steps(_ count: Double, from start: Double, to end: Double) -> HKQuantitySample {
        HKQuantitySample(
            type: HKQuantityType(.stepCount),
            quantity: HKQuantity(unit: .count(), doubleValue: count),
            start: time(start),
            end: time(end)
        )
    }

    static func run(from start: Double = 0, to end: Double = 600) -> HKWorkout {
        HKWorkout(activityType: .running, start: time(start), end: time(end))
    }

    /// The calls of the first app that are open at the server, but for the one that asks.
    func openCalls(of app: String = "org.example.one") async throws -> Int {
        let report = try await other.connection.status()
        return report.connections.filter { $0.bundleIdentifier == app }.map { Int($0.openCalls) }.reduce(0, +)
    }
}

extension HKQuantitySample {
    var beats: Double { quantity.doubleValue(for: SharedStore.perMinute) }
}
