internal import CHearthProtocol
internal import HearthModel

extension SourceStatistics: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__SourceStatistics> { hearth__v1__source_statistics__init }

    init(_ message: Hearth__V1__SourceStatistics, _ reader: MessageReader) throws(HearthError) {
        self.init(
            source: try reader.required(message.source, "source"),
            columns: try reader.required(message.columns, "columns")
        )
    }

    func write(to message: inout Hearth__V1__SourceStatistics, _ writer: MessageWriter) {
        message.source = writer.message(source)
        message.columns = writer.message(columns)
    }
}
