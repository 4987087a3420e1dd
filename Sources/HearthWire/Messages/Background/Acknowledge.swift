internal import CHearthProtocol
internal import HearthModel

extension Acknowledge: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__Acknowledge> { hearth__v1__acknowledge__init }

    init(_ message: Hearth__V1__Acknowledge, _ reader: MessageReader) throws(HearthError) {
        self.init(
            anchor: try reader.anchor(message.anchor),
            types: try reader.types(message.types, message.n_types, "types"),
            cursor: try reader.text(message.cursor, "cursor")
        )
        guard !anchor.isEmpty || (types.isEmpty && !cursor.isEmpty) else {
            throw HearthError(
                .invalidArgument,
                "The anchor is missing: without one, only a cursor is forgotten.",
                field: "anchor"
            )
        }
    }

    func write(to message: inout Hearth__V1__Acknowledge, _ writer: MessageWriter) {
        message.anchor = writer.column(anchor.bytes)
        message.n_types = types.count
        message.types = writer.texts(types.map(\.identifier))
        message.cursor = writer.text(cursor)
    }
}
