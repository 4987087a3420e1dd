internal import HearthModel

/// When the samples of a type were that were deleted or replaced lately. The log of deletions says only which they were.
///
/// It is not stored: no client has followed the store from before it was opened.
struct RecentRemovals: Sendable {
    private struct Removal {
        /// The last commit before the one that removed them.
        let before: UInt64
        var times: ClosedRange<Timestamp>
    }

    private var removals: [Removal] = []
    /// Of commits after this all removals are here.
    private var complete: UInt64?

    /// Most removals that are remembered.
    private static let most = 1_024

    /// Samples that lie in these times were removed by the commit after one.
    mutating func append(_ times: ClosedRange<Timestamp>, after commit: UInt64) {
        if let last = removals.last, last.before == commit, last.times.lowerBound <= times.lowerBound,
            times.upperBound <= last.times.upperBound
        {
            return
        }
        if complete == nil {
            complete = commit
        }
        if removals.count == RecentRemovals.most {
            // The older half is forgotten, and everything else that the last of its commits removed.
            let forgotten = removals[RecentRemovals.most / 2].before
            complete = forgotten + 1
            removals.removeAll { $0.before <= forgotten }
        }
        removals.append(Removal(before: commit, times: times))
    }

    /// The times of what commits after one have removed; nil: they are not known.
    func times(after commit: UInt64) -> [ClosedRange<Timestamp>]? {
        guard let complete, commit >= complete else { return nil }
        return removals.filter { $0.before >= commit }.map(\.times)
    }
}

extension SampleColumns {
    /// From the first start to the last end of some rows; nil: there are none.
    func times(of rows: [Int]) -> ClosedRange<Timestamp>? {
        guard let first = rows.first else { return nil }
        var (start, end) = (starts[first], self.end(first))
        for row in rows {
            start = min(start, starts[row])
            end = max(end, self.end(row))
        }
        return start...end
    }
}
