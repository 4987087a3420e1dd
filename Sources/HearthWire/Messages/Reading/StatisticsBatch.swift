internal import CHearthProtocol
internal import HearthModel

extension StatisticsBatch: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__StatisticsBatch> { hearth__v1__statistics_batch__init }

    init(_ message: Hearth__V1__StatisticsBatch, _ reader: MessageReader) throws(HearthError) {
        self.init(
            merged: try reader.message(message.merged, "merged") ?? StatisticsColumns(),
            sources: try reader.messages(message.sources, message.n_sources, "sources"),
            unit: try reader.unit(message.unit, "unit"),
            anchor: try reader.anchor(message.anchor),
            reset: message.reset != 0,
            caughtUp: message.caught_up != 0
        )
    }

    func write(to message: inout Hearth__V1__StatisticsBatch, _ writer: MessageWriter) {
        message.merged = merged.count == 0 ? nil : writer.message(merged)
        message.n_sources = sources.count
        message.sources = writer.messages(sources)
        message.unit = writer.text(unit?.text ?? "")
        message.anchor = writer.column(anchor.bytes)
        message.reset = reset ? 1 : 0
        message.caught_up = caughtUp ? 1 : 0
    }
}
