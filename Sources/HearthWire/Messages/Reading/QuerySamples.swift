internal import CHearthProtocol
package import HearthModel

/// Reads samples.
package struct QuerySamples: Hashable, Sendable {
    package var clauses: [Clause]
    /// Empty: by start, ascending.
    package var order: [SortKey]
    /// The most samples to send; 0: all.
    package var limit: UInt64
    /// With the points of series, the locations of routes and the beats of heartbeats.
    package var includeSeries: Bool

    package init(clauses: [Clause], order: [SortKey] = [], limit: UInt64 = 0, includeSeries: Bool = false) {
        self.clauses = clauses
        self.order = order
        self.limit = limit
        self.includeSeries = includeSeries
    }
}

extension QuerySamples: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__QuerySamples> { hearth__v1__query_samples__init }

    init(_ message: Hearth__V1__QuerySamples, _ reader: MessageReader) throws(HearthError) {
        clauses = try reader.clauses(message.clauses, message.n_clauses)
        order = try reader.messages(message.order, message.n_order, "order", atMost: Limits.sortKeys)
        limit = message.limit
        includeSeries = message.include_series != 0
        guard !clauses.isEmpty else {
            throw HearthError(.invalidArgument, "the query does not say which samples", field: "clauses")
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
