internal import CHearthProtocol
package import HearthModel

/// Reads what changed since an anchor.
package struct QueryChanges: Hashable, Sendable {
    /// Empty: every sample of every type.
    package var clauses: [Clause]
    /// Where to begin. Empty: with the state, from the beginning.
    package var anchor: [UInt8]
    /// The most samples and deletions to send; 0: all.
    package var limit: UInt64
    /// Go on with each commit that matches.
    package var follow: Bool
    /// With the points of series, the locations of routes and the beats of heartbeats.
    package var includeSeries: Bool
    /// The app's cursor that says where to begin when there is no anchor; "": none.
    package var cursor: String

    package init(
        clauses: [Clause],
        anchor: [UInt8] = [],
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

extension QueryChanges: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__QueryChanges> { hearth__v1__query_changes__init }

    init(_ message: Hearth__V1__QueryChanges, _ reader: MessageReader) throws(HearthError) {
        clauses = try reader.clauses(message.clauses, message.n_clauses)
        anchor = try reader.anchor(message.anchor)
        limit = message.limit
        follow = message.follow != 0
        includeSeries = message.include_series != 0
        cursor = try reader.text(message.cursor, "cursor")
        guard !follow || limit == 0 else {
            throw HearthError(.invalidArgument, "a stream that follows has no limit", field: "limit")
        }
    }

    func write(to message: inout Hearth__V1__QueryChanges, _ writer: MessageWriter) {
        message.n_clauses = clauses.count
        message.clauses = writer.messages(clauses)
        message.anchor = writer.column(anchor)
        message.limit = limit
        message.follow = follow ? 1 : 0
        message.include_series = includeSeries ? 1 : 0
        message.cursor = writer.text(cursor)
    }
}
