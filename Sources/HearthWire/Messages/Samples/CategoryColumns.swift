internal import CHearthProtocol
internal import HearthModel

extension CategoryColumns: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__CategoryColumns> { hearth__v1__category_columns__init }

    init(_ message: Hearth__V1__CategoryColumns, _ reader: MessageReader) throws(HearthError) {
        self.init(
            values: try reader.column(message.values, "values")
        )
    }

    func write(to message: inout Hearth__V1__CategoryColumns, _ writer: MessageWriter) {
        message.values = writer.column(values)
    }
}
