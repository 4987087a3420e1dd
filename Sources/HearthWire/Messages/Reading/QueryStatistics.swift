internal import CHearthProtocol
internal import HearthModel

extension QueryStatistics: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__QueryStatistics> { hearth__v1__query_statistics__init }

    init(_ message: Hearth__V1__QueryStatistics, _ reader: MessageReader) throws(HearthError) {
        var options: StatisticsOptions = []
        let flags: [(flag: protobuf_c_boolean, option: StatisticsOptions)] = [
            (message.sum, .sum), (message.average, .average), (message.minimum, .minimum), (message.maximum, .maximum),
            (message.most_recent, .mostRecent), (message.duration, .duration),
        ]
        for (flag, option) in flags where flag != 0 {
            options.insert(option)
        }
        self.init(
            clauses: try reader.clauses(message.clauses, message.n_clauses),
            options: options,
            edges: try reader.column(message.edges, "edges"),
            bySource: message.by_source != 0,
            follow: message.follow != 0
        )
        try validate()
    }

    func write(to message: inout Hearth__V1__QueryStatistics, _ writer: MessageWriter) {
        message.n_clauses = clauses.count
        message.clauses = writer.messages(clauses)
        message.sum = options.contains(.sum) ? 1 : 0
        message.average = options.contains(.average) ? 1 : 0
        message.minimum = options.contains(.minimum) ? 1 : 0
        message.maximum = options.contains(.maximum) ? 1 : 0
        message.most_recent = options.contains(.mostRecent) ? 1 : 0
        message.duration = options.contains(.duration) ? 1 : 0
        message.edges = writer.column(edges)
        message.by_source = bySource ? 1 : 0
        message.follow = follow ? 1 : 0
    }
}
