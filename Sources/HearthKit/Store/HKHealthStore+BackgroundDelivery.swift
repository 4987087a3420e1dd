internal import Foundation
internal import HearthClient
internal import HearthModel
internal import HearthWire

extension HKHealthStore {
    /// Registers the app for changes of a type, and says how it is started. Beyond HealthKit.
    public func enableBackgroundDelivery(
        for type: HKObjectType,
        frequency: HKUpdateFrequency,
        launching launch: HKBackgroundLaunch
    ) async throws {
        try await register(type, frequency, launch.launch)
    }

    /// Whether the store's server has started this program, to tell it of changes. Beyond HealthKit.
    public class func isBackgroundLaunch() -> Bool {
        ProcessInfo.processInfo.environment["HEARTH_BACKGROUND"] == "1"
    }

    func register(_ type: HKObjectType, _ frequency: HKUpdateFrequency, _ launch: BackgroundLaunch?) async throws {
        let registration = BackgroundRegistration(
            type: type.type,
            frequency: UpdateFrequency(rawValue: UInt32(frequency.rawValue))
        )
        try await change(BackgroundDelivery(enable: [registration], launch: launch))
    }

    func unregister(_ type: HKObjectType) async throws {
        try await change(BackgroundDelivery(disable: [type.type]))
    }

    func unregisterAll() async throws {
        try await change(BackgroundDelivery(disableAll: true))
    }

    private func change(_ change: BackgroundDelivery) async throws {
        try await HKError.translating {
            _ = try await connection.registrations(changing: change)
        }
    }
}
