package import HearthModel

extension QueryStatistics {
    package var bucketCount: Int { max(edges.count - 1, 1) }

    /// The clauses, for what reads these buckets only.
    package func clauses(of buckets: Range<Int>) -> [Clause] {
        guard let times = times(of: buckets) else { return clauses }
        let interval = Interval(start: times.lowerBound, end: times.upperBound)
        return clauses.map { clause in
            var narrowed = clause
            narrowed.predicate = Predicate(terms: (clause.predicate?.terms ?? []) + [.interval(interval)])
            return narrowed
        }
    }

    /// From the first edge of buckets to their last; nil: all times.
    func times(of buckets: Range<Int>) -> Range<Timestamp>? {
        edges.isEmpty || buckets.isEmpty ? nil : edges[buckets.lowerBound]..<edges[buckets.upperBound]
    }

    /// The buckets in which something can lie that begins and ends in these times.
    func buckets(of times: ClosedRange<Timestamp>) -> Range<Int> {
        guard !edges.isEmpty else { return 0..<1 }
        let first = edges.indices.partition { edges[$0] <= times.lowerBound } - 1
        let last = edges.indices.partition { edges[$0] <= times.upperBound } - 1
        let end = min(last + 1, bucketCount)
        return min(max(first, 0), max(end, 0))..<max(end, 0)
    }

    /// Whether a change to other samples can change which ones match.
    package var dependsOnMembership: Bool {
        clauses.contains { clause in
            clause.predicate?.terms.contains {
                switch $0 {
                case .inWorkout, .inCorrelation, .correlated: true
                default: false
                }
            } ?? false
        }
    }
}
