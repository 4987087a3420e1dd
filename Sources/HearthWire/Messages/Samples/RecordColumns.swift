internal import CHearthProtocol
internal import HearthModel

extension RecordColumns: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__RecordColumns> { hearth__v1__record_columns__init }

    init(_ message: Hearth__V1__RecordColumns, _ reader: MessageReader) throws(HearthError) {
        self.init(
            records: try reader.messages(message.records, message.n_records, "records"),
            lengths: try reader.column(message.lengths, "lengths"),
            counts: try reader.column(message.counts, "counts"),
            voltages: try reader.column(message.voltages, "voltages"),
            contents: try reader.column(message.contents, "contents")
        )
    }

    func write(to message: inout Hearth__V1__RecordColumns, _ writer: MessageWriter) {
        message.n_records = records.count
        message.records = writer.messages(records)
        message.lengths = writer.column(lengths)
        message.counts = writer.column(counts)
        message.voltages = writer.column(voltages)
        message.contents = writer.column(contents)
    }
}
