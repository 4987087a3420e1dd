internal import CHearthProtocol
internal import HearthModel

/// Checks that the server answers.
package struct Ping: Hashable, Sendable {
    /// Returned in the reply.
    package var payload: [UInt8]

    package init(payload: [UInt8] = []) {
        self.payload = payload
    }
}

extension Ping: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__Ping> { hearth__v1__ping__init }

    init(_ message: Hearth__V1__Ping, _ reader: MessageReader) throws(HearthError) {
        payload = try reader.bytes(message.payload, "payload", atMost: Limits.pingBytes)
    }

    func write(to message: inout Hearth__V1__Ping, _ writer: MessageWriter) {
        message.payload = writer.column(payload)
    }
}
