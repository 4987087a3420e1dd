internal import CHearthProtocol
internal import HearthModel

/// A stream has ended.
package struct Done: Hashable, Sendable {
    package var reason: DoneReason

    package init(reason: DoneReason) {
        self.reason = reason
    }
}

/// Why a stream ended. An unknown reason, from a newer server, is kept.
package struct DoneReason: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Everything was sent.
    package static let complete = DoneReason(rawValue: 1)
    /// The limit was reached.
    package static let limit = DoneReason(rawValue: 2)
    /// The client cancelled.
    package static let cancelled = DoneReason(rawValue: 3)
}

extension Done: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__Done> { hearth__v1__done__init }

    init(_ message: Hearth__V1__Done, _: MessageReader) throws(HearthError) {
        reason = DoneReason(rawValue: message.reason.rawValue)
    }

    func write(to message: inout Hearth__V1__Done, _: MessageWriter) {
        message.reason = Hearth__V1__DoneReason(rawValue: reason.rawValue)
    }
}
