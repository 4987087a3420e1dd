internal import CHearthProtocol
internal import HearthModel

extension HeartbeatColumns: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__HeartbeatColumns> { hearth__v1__heartbeat_columns__init }

    init(_ message: Hearth__V1__HeartbeatColumns, _ reader: MessageReader) throws(HearthError) {
        self.init(
            lengths: try reader.column(message.lengths, "lengths"),
            counts: try reader.column(message.counts, "counts"),
            offsets: try reader.column(message.offsets, "offsets"),
            gaps: try reader.column(message.gaps, "gaps")
        )
    }

    func write(to message: inout Hearth__V1__HeartbeatColumns, _ writer: MessageWriter) {
        message.lengths = writer.column(lengths)
        message.counts = writer.column(counts)
        message.offsets = writer.column(offsets)
        message.gaps = writer.column(gaps)
    }
}
