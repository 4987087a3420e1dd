/// Reads what changed since an anchor.
package struct QueryChanges: Hashable, Sendable {
    /// Empty: every sample of every type.
    package var clauses: [Clause]
    /// Where to begin. Empty: with the state, from the beginning.
    package var anchor: EncodedAnchor
    /// The most samples and deletions to send; 0: all.
    package var limit: UInt64
    /// Continue with each commit that matches.
    package var follow: Bool
    /// With the points of series, the locations of routes and the beats of heartbeats.
    package var includeSeries: Bool
    /// The app's cursor from which to continue if `anchor` is empty; "": none.
    package var cursor: String

    package init(
        clauses: [Clause],
        anchor: EncodedAnchor = [],
        limit: UInt64 = 0,
        follow: Bool = false,
        includeSeries: Bool = false,
        cursor: String = ""
    ) {
        self.clauses = clauses
        self.anchor = anchor
        self.limit = limit
        self.follow = follow
        self.includeSeries = includeSeries
        self.cursor = cursor
    }
}
