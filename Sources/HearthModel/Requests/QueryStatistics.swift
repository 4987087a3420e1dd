/// Computes statistics of the samples of a quantity type.
package struct QueryStatistics: Hashable, Sendable {
    /// All of one type and one unit. A sample that matches several counts once.
    package var clauses: [Clause]
    package var options: StatisticsOptions
    /// The times that bound the buckets, ascending. Empty: one bucket, which holds all that matches.
    package var edges: [Timestamp]
    /// Also of each source by itself.
    package var bySource: Bool
    /// Continue with the buckets that change.
    package var follow: Bool

    package init(
        clauses: [Clause],
        options: StatisticsOptions,
        edges: [Timestamp] = [],
        bySource: Bool = false,
        follow: Bool = false
    ) {
        self.clauses = clauses
        self.options = options
        self.edges = edges
        self.bySource = bySource
        self.follow = follow
    }
}

/// What to compute. Counts and times come always.
package struct StatisticsOptions: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Of cumulative types only.
    package static let sum = StatisticsOptions(rawValue: 1 << 0)
    /// Of discrete types only, as are the least and the greatest quantity.
    package static let average = StatisticsOptions(rawValue: 1 << 1)
    package static let minimum = StatisticsOptions(rawValue: 1 << 2)
    package static let maximum = StatisticsOptions(rawValue: 1 << 3)
    /// The latest quantity, with its times.
    package static let mostRecent = StatisticsOptions(rawValue: 1 << 4)
    /// The time that is covered.
    package static let duration = StatisticsOptions(rawValue: 1 << 5)

    package static let all: StatisticsOptions = [.sum, .average, .minimum, .maximum, .mostRecent, .duration]
}

extension QueryStatistics {
    /// The type and the unit of the clauses, and whether all fits together.
    package func validate() throws(HearthError) {
        guard let first = clauses.first else {
            throw HearthError(.invalidArgument, "The query does not say which samples it is about.", field: "clauses")
        }
        guard let aggregation = first.type.aggregation else {
            throw HearthError(.invalidArgument, "Only quantities have statistics.", field: "clauses[0].type")
        }
        for (index, clause) in clauses.enumerated() {
            guard clause.type == first.type else {
                throw HearthError(
                    .invalidArgument,
                    "The clauses are of several types.",
                    field: "clauses[\(index)].type"
                )
            }
            guard clause.unit == first.unit else {
                throw HearthError(
                    .invalidArgument,
                    "The clauses are of several units.",
                    field: "clauses[\(index)].unit"
                )
            }
        }
        try validateOptions(aggregation)
        try validateEdges()
    }

    private func validateOptions(_ aggregation: Aggregation) throws(HearthError) {
        let refused: [(option: StatisticsOptions, field: String)] =
            aggregation == .cumulative
            ? [(.average, "average"), (.minimum, "minimum"), (.maximum, "maximum")] : [(.sum, "sum")]
        for (option, field) in refused where options.contains(option) {
            throw HearthError(
                .invalidArgument,
                aggregation == .cumulative
                    ? "The type is cumulative: it has sums." : "The type is discrete: it has averages, no sums.",
                field: field
            )
        }
    }

    private func validateEdges() throws(HearthError) {
        guard edges.count <= Limits.statisticsEdges else {
            throw HearthError(
                .limitExceeded,
                "The query has \(edges.count) edges, and the limit is \(Limits.statisticsEdges).",
                field: "edges"
            )
        }
        guard edges.count != 1 else {
            throw HearthError(.invalidArgument, "The query has a single edge, and a bucket has two.", field: "edges")
        }
        try checkPairs(edges, Array(edges.dropFirst()), "edges", "The next edge is not later.") { $0 < $1 }
    }
}
