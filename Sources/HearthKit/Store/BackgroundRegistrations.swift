internal import HearthClient
internal import HearthModel
internal import HearthWire

/// The app's registrations for background delivery.
struct BackgroundRegistrations {
    private let connection: Connection

    init(_ connection: Connection) {
        self.connection = connection
    }

    func add(_ type: HKObjectType, _ frequency: HKUpdateFrequency, _ launch: BackgroundLaunch?) async throws {
        let registration = BackgroundRegistration(
            type: type.type,
            frequency: UpdateFrequency(rawValue: UInt32(frequency.rawValue))
        )
        try await change(BackgroundDelivery(enable: [registration], launch: launch))
    }

    func remove(_ type: HKObjectType) async throws {
        try await change(BackgroundDelivery(disable: [type.type]))
    }

    func removeAll() async throws {
        try await change(BackgroundDelivery(disableAll: true))
    }

    private func change(_ change: BackgroundDelivery) async throws {
        try await HKError.translating {
            _ = try await connection.registrations(changing: change)
        }
    }
}
