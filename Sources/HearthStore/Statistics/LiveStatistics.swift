internal import HearthModel

/// What a client that follows statistics was sent: enough of each row to tell whether it has changed.
///
/// Of each row a hash, with a seed that differs in each process, so that nobody can construct two rows with one hash.
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

    /// The rows of a bucket that are not as they were sent.
    func changes(of bucket: BucketPass.Finished, _ order: SourceOrder?) -> [StatisticsOutput] {
        let number = bucket.merged.bucket
        var rows: [StatisticsOutput] = []
        if merged[Int(number)] != bucket.merged.fingerprint {
            rows.append(StatisticsOutput(source: nil, row: bucket.merged))
        }
        guard let order, !bucket.sources.isEmpty || sources[number] != nil else { return rows }
        var gone = sources[number] ?? [:]
        for (index, row) in bucket.sources {
            if gone.removeValue(forKey: order.apps[index]) != row.fingerprint {
                rows.append(StatisticsOutput(source: order.named(index), row: row))
            }
        }
        return rows + LiveStatistics.emptied(number, gone)
    }

    /// The rows that say that buckets hold nothing, of those that were sent with something.
    func emptied(_ buckets: Range<Int>) -> [StatisticsOutput] {
        var rows: [StatisticsOutput] = []
        for bucket in buckets where merged[bucket] != 0 {
            let number = UInt32(bucket)
            rows.append(StatisticsOutput(source: nil, row: StatisticsRow(bucket: number)))
            rows += LiveStatistics.emptied(number, sources[number] ?? [:])
        }
        return rows
    }

    private static func emptied(_ bucket: UInt32, _ gone: [AppID: UInt64]) -> [StatisticsOutput] {
        gone.keys.sorted().map { app in
            StatisticsOutput(source: NamedSource(source: Source(app)), row: StatisticsRow(bucket: bucket))
        }
    }

    /// Notes that a row is sent: it is in a batch.
    func note(_ output: StatisticsOutput) {
        let bucket = output.row.bucket
        let fingerprint = output.row.count == 0 ? 0 : output.row.fingerprint
        guard let source = output.source?.source else {
            merged[Int(bucket)] = fingerprint
            return
        }
        let isNew = sources[bucket]?[source.app] == nil
        sources[bucket, default: [:]][source.app] = fingerprint == 0 ? nil : fingerprint
        sourceRows += fingerprint == 0 ? (isNew ? 0 : -1) : (isNew ? 1 : 0)
        if sources[bucket]?.isEmpty == true {
            sources[bucket] = nil
        }
    }
}

/// A row to send: of a source, or of all together.
struct StatisticsOutput {
    let source: NamedSource?
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
