import HearthModel
import HearthWire

/// A QueryStatistics that follows, and what it has brought.
final class SimulatedStatistics {
    /// What is checked of a bucket.
    struct Row: Equatable {
        let count: Int64
        let start: Int64
        let end: Int64
        let minimum: Double
        let maximum: Double
    }

    static let type = SimulatedSample.types[0]
    private static let edges: [Int64] = [-5, 100, 200, 250, 700, 1_500]

    let selection: Selection
    private var rows: [UInt32: Row] = [:]
    /// The commit whose state the client has; nil: none yet.
    private(set) var position: UInt64?
    private var hasBegun = false
    private var isCaughtUp = false

    init(_ selection: Selection) {
        self.selection = selection
    }

    var request: QueryStatistics {
        QueryStatistics(
            clauses: [selection.clause],
            options: [.minimum, .maximum],
            edges: SimulatedStatistics.edges.map { Timestamp(nanoseconds: $0) },
            follow: true
        )
    }

    func take(_ batch: StatisticsBatch, _ history: History) throws(Violation) {
        guard let anchor = history.anchors.open(batch.anchor), history.commits.contains(anchor.sequence) else {
            throw Violation(.atomic, "the anchor of statistics is no commit")
        }
        try ensure(batch.reset == !hasBegun, .stateThenChanges, "statistics begin in between")
        try ensure(anchor.sequence >= position ?? 0, .ordered, "statistics go back")
        hasBegun = true
        for row in 0..<batch.merged.count {
            let columns = batch.merged
            let new = Row(
                count: columns.counts[row],
                start: columns.starts[row].nanoseconds,
                end: columns.ends[row].nanoseconds,
                minimum: columns.minimums[row],
                maximum: columns.maximums[row]
            )
            let old = rows.removeValue(forKey: columns.buckets[row])
            try ensure(new != old, .once, "a bucket came that has not changed")
            if new.count > 0 {
                rows[columns.buckets[row]] = new
            }
        }
        isCaughtUp = batch.caughtUp
        guard batch.caughtUp else { return }
        position = anchor.sequence
        try check(at: anchor.sequence, history)
    }

    private func check(at commit: UInt64, _ history: History) throws(Violation) {
        var expected: [UInt32: [SimulatedSample]] = [:]
        for sample in history.samples(at: commit, [selection]).values {
            for (bucket, (start, end)) in zip(SimulatedStatistics.edges, SimulatedStatistics.edges.dropFirst())
                .enumerated()
            where start <= sample.start && sample.start < end {
                expected[UInt32(bucket), default: []].append(sample)
            }
        }
        let truth = expected.mapValues { samples in
            let values = samples.map(\.value)
            let starts = samples.map(\.start)
            return Row(
                count: Int64(values.count),
                start: starts.min() ?? 0,
                end: starts.max() ?? 0,
                minimum: values.min() ?? 0,
                maximum: values.max() ?? 0
            )
        }
        try ensure(rows == truth, .consistentQueries, "\(rows) are the statistics at \(commit), not \(truth)")
    }

    /// Everything has been sent: what came last still holds.
    func checkIsComplete(_ history: History) throws(Violation) {
        try ensure(isCaughtUp, .nobodyWaits, "statistics are not complete")
        try check(at: history.head, history)
    }
}
