internal import CHearthProtocol
package import HearthModel

/// The status of a registration for background delivery.
package struct BackgroundTypeStatus: Hashable, Sendable {
    /// Identifier of the type.
    package var type: String
    package var frequency: UpdateFrequency
    /// Whether the server knows of changes that the app may see and has not acknowledged.
    package var pending: Bool
    /// Deliveries in a row that were not acknowledged.
    package var failures: UInt32
    package var suspended: Bool
    /// When the app will be launched; the beginning of 1970: unknown, or nothing is pending.
    package var next: Timestamp

    package init(
        type: String,
        frequency: UpdateFrequency,
        pending: Bool,
        failures: UInt32,
        suspended: Bool,
        next: Timestamp
    ) {
        self.type = type
        self.frequency = frequency
        self.pending = pending
        self.failures = failures
        self.suspended = suspended
        self.next = next
    }
}

extension BackgroundTypeStatus: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__BackgroundTypeStatus> {
        hearth__v1__background_type_status__init
    }

    init(_ message: Hearth__V1__BackgroundTypeStatus, _ reader: MessageReader) throws(HearthError) {
        type = try reader.text(message.type, "type")
        frequency = UpdateFrequency(rawValue: message.frequency.rawValue)
        pending = message.pending != 0
        failures = message.failures
        suspended = message.suspended != 0
        next = Timestamp(nanoseconds: message.next)
    }

    func write(to message: inout Hearth__V1__BackgroundTypeStatus, _ writer: MessageWriter) {
        message.type = writer.text(type)
        message.frequency = Hearth__V1__UpdateFrequency(rawValue: frequency.rawValue)
        message.pending = pending ? 1 : 0
        message.failures = failures
        message.suspended = suspended ? 1 : 0
        message.next = next.nanoseconds
    }
}
