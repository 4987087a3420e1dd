internal import CHearthProtocol
package import HearthModel

/// Something changed.
package struct Notice: Hashable, Sendable {
    /// The types that changed, by identifier. Empty in the first notice.
    package var types: [String]
    /// The store's state at the notice, or an earlier one.
    package var anchor: EncodedAnchor

    package init(types: [String], anchor: EncodedAnchor) {
        self.types = types
        self.anchor = anchor
    }
}

extension Notice: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__Notice> { hearth__v1__notice__init }

    init(_ message: Hearth__V1__Notice, _ reader: MessageReader) throws(HearthError) {
        types = try reader.texts(message.types, message.n_types, "types")
        anchor = try reader.anchor(message.anchor)
    }

    func write(to message: inout Hearth__V1__Notice, _ writer: MessageWriter) {
        message.n_types = types.count
        message.types = writer.texts(types)
        message.anchor = writer.column(anchor.bytes)
    }
}
