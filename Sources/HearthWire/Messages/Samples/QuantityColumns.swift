internal import CHearthProtocol
internal import HearthModel

extension QuantityColumns: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__QuantityColumns> { hearth__v1__quantity_columns__init }

    init(_ message: Hearth__V1__QuantityColumns, _ reader: MessageReader) throws(HearthError) {
        self.init(
            values: try reader.column(message.values, "values"),
            unit: try reader.unit(message.unit, "unit"),
            counts: try reader.column(message.counts, "counts"),
            minimums: try reader.column(message.minimums, "minimums"),
            maximums: try reader.column(message.maximums, "maximums"),
            mostRecents: try reader.column(message.most_recents, "most_recents"),
            mostRecentStarts: try reader.column(message.most_recent_starts, "most_recent_starts"),
            mostRecentEnds: try reader.column(message.most_recent_ends, "most_recent_ends"),
            points: try reader.message(message.points, "points")
        )
    }

    func write(to message: inout Hearth__V1__QuantityColumns, _ writer: MessageWriter) {
        message.values = writer.column(values)
        message.unit = writer.text(unit?.text ?? "")
        message.counts = writer.column(counts)
        message.minimums = writer.column(minimums)
        message.maximums = writer.column(maximums)
        message.most_recents = writer.column(mostRecents)
        message.most_recent_starts = writer.column(mostRecentStarts)
        message.most_recent_ends = writer.column(mostRecentEnds)
        message.points = writer.message(points)
    }
}
