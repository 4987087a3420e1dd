internal import CHearthProtocol
package import HearthModel

/// Says that an app has dealt with everything up to an anchor.
package struct Acknowledge: Hashable, Sendable {
    /// Empty, only with a cursor: the cursor is forgotten.
    package var anchor: [UInt8]
    /// The types for which it says so.
    package var types: [ObjectType]
    /// The app's cursor that goes on to the anchor; "": none.
    package var cursor: String

    package init(anchor: [UInt8], types: [ObjectType] = [], cursor: String = "") {
        self.anchor = anchor
        self.types = types
        self.cursor = cursor
    }
}

extension Acknowledge: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__Acknowledge> { hearth__v1__acknowledge__init }

    init(_ message: Hearth__V1__Acknowledge, _ reader: MessageReader) throws(HearthError) {
        anchor = try reader.anchor(message.anchor)
        types = try reader.types(message.types, message.n_types, "types")
        cursor = try reader.text(message.cursor, "cursor")
        guard !anchor.isEmpty || (types.isEmpty && !cursor.isEmpty) else {
            throw HearthError(.invalidArgument, "without an anchor only a cursor is forgotten", field: "anchor")
        }
    }

    func write(to message: inout Hearth__V1__Acknowledge, _ writer: MessageWriter) {
        message.anchor = writer.column(anchor)
        message.n_types = types.count
        message.types = writer.texts(types.map(\.identifier))
        message.cursor = writer.text(cursor)
    }
}
