internal import HearthModel

/// The sizes with which a store works. Tests make them small, so that few samples reach every path.
package struct StoreOptions: Hashable, Sendable {
    /// Most samples in a segment.
    package var segmentSamples = 4_096
    /// Most bytes of columns in a segment, unless one sample is larger.
    package var segmentBytes = 1 << 20
    /// The number of small neighbours that become one segment.
    package var mergeWidth = 64
    /// Most samples and deletions in a batch that a cursor yields.
    package var batchSamples = 4_096
    /// Most bytes in a batch, unless one sample is larger.
    package var batchBytes = 256 << 10
    /// Bytes of samples that a sorted query holds at most, unless one segment has more. A query of more samples in another
    /// order than that of time reads the segments several times.
    package var sortedBytes = 16 << 20
    /// The work that a commit does at most to follow what has changed since readers prepared a deletion or a save, in rows, and
    /// to plan a save that it has before readers do.
    package var searchedRows = 32_768
    /// The work that a commit does at most to rewrite the segments of a deletion that was searched before, in rows. Readers
    /// prepare what is more.
    package var rewrittenRows = 65_536
    /// Bytes of blocks of one kind that are prepared for a deletion or a save before the writer stages them.
    package var preparedBytes = 4 << 20
    /// After this many plans that other writes of its app have made wrong, a save is not prepared any more.
    package var failedPlans = 4
    /// Bytes of blocks that a commit deletes at most.
    package var deletedBytes = 8 << 20
    /// Deletions are forgotten when they are both older than this ...
    package var retentionNanoseconds: Int64 = 90 * 86_400 * 1_000_000_000
    /// ... and not among this number of the last ones.
    package var retainedDeletions = 1_000_000
    /// An index of keys in memory is rebuilt when its stale keys outnumber the current ones by this number.
    package var staleKeys = 1 << 16
    /// Most bytes that maintenance writes while the storage has housekeeping of its own left.
    package var maintenanceBytes = 8 << 20

    /// Members of stored correlations that change with a save, in addition to those that its samples account for.
    package var changedMembers = Limits.changedMembers
    /// The most bytes that the provenances of a source may take, and those of all sources ...
    package var provenanceBytesOfSource = Limits.provenanceBytesOfSource
    package var provenanceBytesTotal = Limits.provenanceBytesTotal
    /// ... and the part of them that is kept for sources with no more than `provenanceBytesOfSmallSource`.
    package var provenanceBytesReserve = Limits.provenanceBytesReserve
    package var provenanceBytesOfSmallSource = Limits.provenanceBytesOfSmallSource

    package init() {}

    /// Most samples in the first batch of a query, which therefore arrives sooner.
    var firstBatchSamples: Int { max(batchSamples / 4, 1) }

    package static let standard = StoreOptions()
}
