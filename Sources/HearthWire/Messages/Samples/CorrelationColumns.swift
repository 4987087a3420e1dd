internal import CHearthProtocol
internal import HearthModel

extension CorrelationColumns: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__CorrelationColumns> { hearth__v1__correlation_columns__init }

    init(_ message: Hearth__V1__CorrelationColumns, _ reader: MessageReader) throws(HearthError) {
        self.init(
            lengths: try reader.column(message.lengths, "lengths"),
            members: try reader.column(message.members, "members")
        )
    }

    func write(to message: inout Hearth__V1__CorrelationColumns, _ writer: MessageWriter) {
        message.lengths = writer.column(lengths)
        message.members = writer.column(members)
    }
}
