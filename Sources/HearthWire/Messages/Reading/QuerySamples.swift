internal import CHearthProtocol
internal import HearthModel

extension QuerySamples: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__QuerySamples> { hearth__v1__query_samples__init }

    init(_ message: Hearth__V1__QuerySamples, _ reader: MessageReader) throws(HearthError) {
        self.init(
            clauses: try reader.clauses(message.clauses, message.n_clauses),
            order: try reader.messages(message.order, message.n_order, "order", atMost: Limits.sortKeys),
            limit: message.limit,
            includeSeries: message.include_series != 0
        )
        guard !clauses.isEmpty else {
            throw HearthError(.invalidArgument, "The query does not say which samples it is about.", field: "clauses")
        }
    }

    func write(to message: inout Hearth__V1__QuerySamples, _ writer: MessageWriter) {
        message.n_clauses = clauses.count
        message.clauses = writer.messages(clauses)
        message.n_order = order.count
        message.order = writer.messages(order)
        message.limit = limit
        message.include_series = includeSeries ? 1 : 0
    }
}
