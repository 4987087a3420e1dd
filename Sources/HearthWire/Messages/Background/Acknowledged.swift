internal import CHearthProtocol
package import HearthModel

/// The reply to Acknowledge.
package struct Acknowledged: Hashable, Sendable {
    /// The position of the cursor; empty: none.
    package var anchor: EncodedAnchor

    package init(anchor: EncodedAnchor) {
        self.anchor = anchor
    }
}

extension Acknowledged: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__Acknowledged> { hearth__v1__acknowledged__init }

    init(_ message: Hearth__V1__Acknowledged, _ reader: MessageReader) throws(HearthError) {
        anchor = try reader.anchor(message.anchor)
    }

    func write(to message: inout Hearth__V1__Acknowledged, _ writer: MessageWriter) {
        message.anchor = writer.column(anchor.bytes)
    }
}
