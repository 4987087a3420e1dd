internal import CHearthProtocol
internal import HearthModel

extension QueryChanges: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__QueryChanges> { hearth__v1__query_changes__init }

    init(_ message: Hearth__V1__QueryChanges, _ reader: MessageReader) throws(HearthError) {
        self.init(
            clauses: try reader.clauses(message.clauses, message.n_clauses),
            anchor: try reader.anchor(message.anchor),
            limit: message.limit,
            follow: message.follow != 0,
            includeSeries: message.include_series != 0,
            cursor: try reader.text(message.cursor, "cursor")
        )
        guard !follow || limit == 0 else {
            throw HearthError(.invalidArgument, "A stream that follows has no limit.", field: "limit")
        }
    }

    func write(to message: inout Hearth__V1__QueryChanges, _ writer: MessageWriter) {
        message.n_clauses = clauses.count
        message.clauses = writer.messages(clauses)
        message.anchor = writer.column(anchor.bytes)
        message.limit = limit
        message.follow = follow ? 1 : 0
        message.include_series = includeSeries ? 1 : 0
        message.cursor = writer.text(cursor)
    }
}
