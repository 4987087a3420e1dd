internal import CHearthProtocol
package import HearthModel

/// The reply to Ping.
package struct Pong: Hashable, Sendable {
    /// The payload of the Ping.
    package var payload: [UInt8]
    /// The store's newest state.
    package var anchor: EncodedAnchor
    /// The server's clock.
    package var time: Timestamp

    package init(payload: [UInt8], anchor: EncodedAnchor, time: Timestamp) {
        self.payload = payload
        self.anchor = anchor
        self.time = time
    }
}

extension Pong: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__Pong> { hearth__v1__pong__init }

    init(_ message: Hearth__V1__Pong, _ reader: MessageReader) throws(HearthError) {
        payload = try reader.bytes(message.payload, "payload", atMost: Limits.pingBytes)
        anchor = try reader.anchor(message.anchor)
        time = Timestamp(nanoseconds: message.time)
    }

    func write(to message: inout Hearth__V1__Pong, _ writer: MessageWriter) {
        message.payload = writer.column(payload)
        message.anchor = writer.column(anchor.bytes)
        message.time = time.nanoseconds
    }
}
