internal import CHearthProtocol
internal import HearthModel

extension Save: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__Save> { hearth__v1__save__init }

    init(_ message: Hearth__V1__Save, _ reader: MessageReader) throws(HearthError) {
        self.init(
            columns: try reader.newSamples(message.columns, message.n_columns, "columns"),
            more: message.more != 0
        )
    }

    func write(to message: inout Hearth__V1__Save, _ writer: MessageWriter) {
        message.n_columns = columns.count
        message.columns = writer.messages(columns)
        message.more = more ? 1 : 0
    }
}
