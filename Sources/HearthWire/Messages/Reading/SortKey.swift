internal import CHearthProtocol
internal import HearthModel

extension SortKey: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__SortKey> { hearth__v1__sort_key__init }

    init(_ message: Hearth__V1__SortKey, _ reader: MessageReader) throws(HearthError) {
        self.init(field: try reader.field(message.field, "field"), descending: message.descending != 0)
        try validate()
    }

    func write(to message: inout Hearth__V1__SortKey, _: MessageWriter) {
        message.field = Hearth__V1__Field(rawValue: field.rawValue)
        message.descending = descending ? 1 : 0
    }
}
