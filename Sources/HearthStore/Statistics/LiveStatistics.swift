internal import HearthModel

/// What a client that follows statistics was sent: enough of each row to tell whether it has changed.
///
/// Of each row a hash with a seed that is another one in each process, so that nobody can make two rows that have one.
package final class LiveStatistics {
    /// By bucket, of all sources together; 0: the bucket holds nothing.
    private var merged: [UInt64]
    /// By bucket, of each source that has something in it.
    private var sources: [UInt32: [AppID: UInt64]] = [:]
    private var sourceRows = 0

    package init(buckets: Int) {
        merged = Array(repeating: 0, count: buckets)
    }

    /// The memory that it takes in addition to a number for each bucket.
    package var heldBytes: Int { sourceRows * LiveStatistics.bytesOfSourceRow }

    private static let bytesOfSourceRow = 96

    /// Notes a bucket as it is now. Returns the rows that are not as they were sent.
    func changes(of bucket: BucketPass.Finished, _ order: SourceOrder?) -> [StatisticsOutput] {
        let number = bucket.merged.bucket
        var rows: [StatisticsOutput] = []
        if merged.replace(Int(number), with: bucket.merged.fingerprint) {
            rows.append(StatisticsOutput(source: nil, row: bucket.merged))
        }
        guard let order, !bucket.sources.isEmpty || sources[number] != nil else { return rows }
        var gone = sources[number] ?? [:]
        var new: [AppID: UInt64] = [:]
        for (index, row) in bucket.sources {
            let source = order.sources[index]
            let fingerprint = row.fingerprint
            new[source.app] = fingerprint
            if gone.removeValue(forKey: source.app) != fingerprint {
                rows.append(StatisticsOutput(source: source, row: row))
            }
        }
        return rows + replace(number, with: new, gone)
    }

    /// Notes that buckets hold nothing. Returns the rows that say so, of those that held something.
    func emptied(_ buckets: Range<Int>) -> [StatisticsOutput] {
        var rows: [StatisticsOutput] = []
        for bucket in buckets where merged.replace(bucket, with: 0) {
            let number = UInt32(bucket)
            rows.append(StatisticsOutput(source: nil, row: StatisticsRow(bucket: number)))
            rows += replace(number, with: [:], sources[number] ?? [:])
        }
        return rows
    }

    private func replace(
        _ bucket: UInt32,
        with new: [AppID: UInt64],
        _ gone: [AppID: UInt64]
    ) -> [StatisticsOutput] {
        sourceRows += new.count - (sources[bucket]?.count ?? 0)
        sources[bucket] = new.isEmpty ? nil : new
        return gone.keys.sorted().map { app in
            StatisticsOutput(source: Source(app), row: StatisticsRow(bucket: bucket))
        }
    }
}

/// A row to send: of a source, or of all together.
struct StatisticsOutput {
    let source: Source?
    let row: StatisticsRow
}

extension StatisticsRow {
    /// Never 0.
    fileprivate var fingerprint: UInt64 {
        var hasher = Hasher()
        hasher.combine(self)
        return max(UInt64(bitPattern: Int64(hasher.finalize())), 1)
    }
}

extension [UInt64] {
    /// Whether that changes the element.
    fileprivate mutating func replace(_ index: Int, with new: UInt64) -> Bool {
        guard self[index] != new else { return false }
        self[index] = new
        return true
    }
}
