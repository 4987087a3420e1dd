/// The sizes that a store works with. Tests make them small, so that a few samples go through everything.
package struct StoreOptions: Hashable, Sendable {
    /// Most samples in a segment.
    package var segmentSamples = 4_096
    /// Most bytes of columns in a segment, unless one sample is larger.
    package var segmentBytes = 1 << 20
    /// So many small neighbours become one segment.
    package var mergeWidth = 64
    /// Most samples and deletions in a batch that a cursor yields.
    package var batchSamples = 4_096
    /// Most bytes in a batch, unless one sample is larger.
    package var batchBytes = 256 << 10
    /// The work that a commit does at most to search what changed since a deletion was searched, in rows.
    package var searchedRows = 32_768
    /// Deletions are forgotten when they are both older than this ...
    package var retentionNanoseconds: Int64 = 90 * 86_400 * 1_000_000_000
    /// ... and not among the last so many.
    package var retainedDeletions = 1_000_000
    /// An index of keys in memory is renewed when as many are of what is gone as of what there is, and so many more.
    package var staleKeys = 1 << 16
    /// Bytes of the write-ahead log after which they are copied into the file. It is given the room for them early.
    package var checkpointBytes = 1 << 20
    /// Bytes of the log after which the rest is copied at once when most was copied beside commits: the next one begins it
    /// anew then, which in a quiet moment comes about by itself. What commits have left for later waits from then on.
    package var longLogBytes = 8 << 20

    package init() {}

    /// Most samples in the first batch of a query, which is there sooner for that.
    var firstBatchSamples: Int { max(batchSamples / 4, 1) }

    package static let standard = StoreOptions()
}
