internal import CHearthProtocol
internal import HearthModel

/// An open call that follows changes: a QueryChanges with `follow`, or an Observe.
package struct SubscriptionStatus: Hashable, Sendable {
    /// The number of the call.
    package var call: UInt64
    /// By identifier. Empty: all types.
    package var types: [String]
    /// Commits in the store that the subscription has neither been sent nor passed over.
    package var lag: UInt64
    /// In bytes; may be negative.
    package var credit: Int64
    /// It has caught up.
    package var live: Bool

    package init(call: UInt64, types: [String], lag: UInt64, credit: Int64, live: Bool) {
        self.call = call
        self.types = types
        self.lag = lag
        self.credit = credit
        self.live = live
    }
}

extension SubscriptionStatus: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__SubscriptionStatus> {
        hearth__v1__subscription_status__init
    }

    init(_ message: Hearth__V1__SubscriptionStatus, _ reader: MessageReader) throws(HearthError) {
        call = message.call
        types = try reader.texts(message.types, message.n_types, "types")
        lag = message.lag
        credit = message.credit
        live = message.live != 0
    }

    func write(to message: inout Hearth__V1__SubscriptionStatus, _ writer: MessageWriter) {
        message.call = call
        message.n_types = types.count
        message.types = writer.texts(types)
        message.lag = lag
        message.credit = credit
        message.live = live ? 1 : 0
    }
}
