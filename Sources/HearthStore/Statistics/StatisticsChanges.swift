package import HearthModel

/// Finds the buckets that commits may have changed: those in which something lies that they added or removed, whether or
/// not it matches.
package final class StatisticsChanges {
    private let request: QueryStatistics
    /// The last commit that is known.
    private let commit: UInt64
    private let snapshot: Snapshot
    /// Segments with newer samples that were not all looked at yet.
    private var open: ArraySlice<Segment> = []
    private var found: [Range<Int>] = []
    private var isBegun = false

    /// Beyond these, what lies between them counts as changed as well.
    private static let rangesMax = 4_096

    package init(_ request: QueryStatistics, after commit: UInt64, in snapshot: Snapshot) {
        self.request = request
        self.commit = commit
        self.snapshot = snapshot
    }

    /// The memory that it holds between two steps.
    package var held: ReadingMemory {
        ReadingMemory(bytes: found.count * MemoryLayout<Range<Int>>.stride + open.count * MemoryLayout<Segment>.stride)
    }

    /// The buckets, ascending and apart, as far as a step with the work of `rows` rows finds them; nil: there is more to
    /// look at.
    package func step(_ reader: StoreReader, rows: Int) throws(HearthError) -> [Range<Int>]? {
        let reader = reader.beginStep(rows: rows)
        guard let type = request.clauses.first?.type else { return [] }
        if !isBegun {
            isBegun = true
            guard noteRemovals(of: type) else { return [0..<request.bucketCount] }
            open = (snapshot.samples[type]?.segments(after: commit) ?? [])[...]
        }
        while let segment = open.first {
            guard !reader.isExhausted else { return nil }
            try look(into: segment, reader)
            open.removeFirst()
        }
        return joined()
    }

    /// False: not all removals are known.
    private func noteRemovals(of type: ObjectType) -> Bool {
        guard lastRemoval(of: type) > commit else { return true }
        guard let times = snapshot.removals[type]?.times(after: commit) else { return false }
        for range in times {
            note(range)
        }
        return true
    }

    /// The last commit that deleted or replaced samples of a type, as far as is known.
    private func lastRemoval(of type: ObjectType) -> UInt64 {
        max(snapshot.deletions[type]?.lastSequence ?? 0, snapshot.forgotten[type] ?? 0)
    }

    private func look(into segment: Segment, _ reader: SegmentReader) throws(HearthError) {
        let summary = segment.summary
        reader.charge(1)
        let all = request.buckets(of: summary.times)
        guard all.count > 1 || summary.firstSequence <= commit else { return note(all) }
        guard !all.isEmpty else { return }
        let rows = try reader.rows(of: segment, .log)
        for (row, sequence) in rows.sequences.enumerated() where sequence > commit {
            note(rows.samples.starts[row]...rows.samples.end(row))
        }
    }

    private func note(_ times: ClosedRange<Timestamp>) {
        note(request.buckets(of: times))
    }

    private func note(_ buckets: Range<Int>) {
        guard !buckets.isEmpty else { return }
        if let last = found.last, last.lowerBound <= buckets.lowerBound, buckets.lowerBound <= last.upperBound {
            found[found.count - 1] = last.lowerBound..<max(last.upperBound, buckets.upperBound)
        } else {
            found.append(buckets)
        }
        if found.count > StatisticsChanges.rangesMax {
            found = joined()
            if found.count > StatisticsChanges.rangesMax / 2, let first = found.first, let last = found.last {
                found = [first.lowerBound..<last.upperBound]
            }
        }
    }

    private func joined() -> [Range<Int>] {
        var joined: [Range<Int>] = []
        for range in found.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = joined.last, range.lowerBound <= last.upperBound {
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
        return joined
    }
}
