internal import CHearthProtocol
internal import HearthModel

extension SeriesPoints: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__SeriesPoints> { hearth__v1__series_points__init }

    init(_ message: Hearth__V1__SeriesPoints, _ reader: MessageReader) throws(HearthError) {
        self.init(
            lengths: try reader.column(message.lengths, "lengths"),
            starts: try reader.column(message.starts, "starts"),
            ends: try reader.column(message.ends, "ends"),
            values: try reader.column(message.values, "values")
        )
    }

    func write(to message: inout Hearth__V1__SeriesPoints, _ writer: MessageWriter) {
        message.lengths = writer.column(lengths)
        message.starts = writer.column(starts)
        message.ends = writer.column(ends)
        message.values = writer.column(values)
    }
}
