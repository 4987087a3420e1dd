internal import Foundation
internal import HearthClient
internal import HearthModel
internal import HearthWire

/// The store keeps for each app of which types it wants to hear. While the app runs its observer queries fire with each
/// change. An app that does not run is started, no more often than it asked for; its observer queries fire then, and it
/// calls their completion handlers. One that does not do so is started again after a pause, and after three failures no
/// more, until it enables the type again.
extension HKHealthStore {
    /// Registers the app for changes of a type. It is started as its package says, or else as the program that it is now,
    /// without arguments.
    public func enableBackgroundDelivery(for type: HKObjectType, frequency: HKUpdateFrequency) async throws {
        try await enable(type, frequency, .ownProgram)
    }

    /// Registers the app for changes of a type, and says how it is started. Beyond HealthKit.
    public func enableBackgroundDelivery(
        for type: HKObjectType,
        frequency: HKUpdateFrequency,
        launching launch: HKBackgroundLaunch
    ) async throws {
        try await enable(type, frequency, launch.launch)
    }

    /// Whether the store's server has started this program, to tell it of changes. Beyond HealthKit.
    public class func isBackgroundLaunch() -> Bool {
        ProcessInfo.processInfo.environment["HEARTH_BACKGROUND"] == "1"
    }

    private func enable(
        _ type: HKObjectType,
        _ frequency: HKUpdateFrequency,
        _ launch: BackgroundLaunch?
    ) async throws {
        let registration = BackgroundRegistration(
            type: type.type,
            frequency: UpdateFrequency(rawValue: UInt32(frequency.rawValue))
        )
        try await change(BackgroundDelivery(enable: [registration], launch: launch))
    }

    /// Registers the app for changes of a type, and then calls `completion`.
    @preconcurrency
    public func enableBackgroundDelivery(
        for type: HKObjectType,
        frequency: HKUpdateFrequency,
        withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        report(to: completion) { try await $0.enableBackgroundDelivery(for: type, frequency: frequency) }
    }

    /// Takes the app's registration for a type back.
    public func disableBackgroundDelivery(for type: HKObjectType) async throws {
        try await change(BackgroundDelivery(disable: [type.type]))
    }

    /// Takes the app's registration for a type back, and then calls `completion`.
    @preconcurrency
    public func disableBackgroundDelivery(
        for type: HKObjectType,
        withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        report(to: completion) { try await $0.disableBackgroundDelivery(for: type) }
    }

    /// Takes all registrations of the app back.
    public func disableAllBackgroundDelivery() async throws {
        try await change(BackgroundDelivery(disableAll: true))
    }

    /// Takes all registrations of the app back, and then calls `completion`.
    @preconcurrency
    public func disableAllBackgroundDelivery(
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        report(to: completion) { try await $0.disableAllBackgroundDelivery() }
    }

    private func change(_ change: BackgroundDelivery) async throws {
        try await HKError.translating {
            _ = try await connection.registrations(changing: change)
        }
    }
}
