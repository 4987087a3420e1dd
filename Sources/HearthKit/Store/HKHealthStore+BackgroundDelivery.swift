internal import HearthClient
internal import HearthModel
internal import HearthWire

/// The store keeps for each app of which types it wants to hear. While the app runs its observer queries fire with each
/// change, however often it asked for at most; an app that does not run is not started.
extension HKHealthStore {
    /// Registers the app for changes of a type.
    public func enableBackgroundDelivery(for type: HKObjectType, frequency: HKUpdateFrequency) async throws {
        let registration = BackgroundRegistration(
            type: type.type,
            frequency: UpdateFrequency(rawValue: UInt32(frequency.rawValue))
        )
        try await change(BackgroundDelivery(enable: [registration]))
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
