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
