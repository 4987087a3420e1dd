internal import CHearthProtocol
internal import HearthModel

extension StatisticsColumns: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__StatisticsColumns> { hearth__v1__statistics_columns__init }

    init(_ message: Hearth__V1__StatisticsColumns, _ reader: MessageReader) throws(HearthError) {
        self.init(
            buckets: try reader.column(message.buckets, "buckets"),
            counts: try reader.column(message.counts, "counts"),
            starts: try reader.column(message.starts, "starts"),
            ends: try reader.column(message.ends, "ends"),
            sums: try reader.column(message.sums, "sums"),
            averages: try reader.column(message.averages, "averages"),
            minimums: try reader.column(message.minimums, "minimums"),
            maximums: try reader.column(message.maximums, "maximums"),
            mostRecents: try reader.column(message.most_recents, "most_recents"),
            mostRecentStarts: try reader.column(message.most_recent_starts, "most_recent_starts"),
            mostRecentEnds: try reader.column(message.most_recent_ends, "most_recent_ends"),
            durations: try reader.column(message.durations, "durations")
        )
        try validate()
    }

    func write(to message: inout Hearth__V1__StatisticsColumns, _ writer: MessageWriter) {
        message.buckets = writer.column(buckets)
        message.counts = writer.column(counts)
        message.starts = writer.column(starts)
        message.ends = writer.column(ends)
        message.sums = writer.column(sums)
        message.averages = writer.column(averages)
        message.minimums = writer.column(minimums)
        message.maximums = writer.column(maximums)
        message.most_recents = writer.column(mostRecents)
        message.most_recent_starts = writer.column(mostRecentStarts)
        message.most_recent_ends = writer.column(mostRecentEnds)
        message.durations = writer.column(durations)
    }
}
