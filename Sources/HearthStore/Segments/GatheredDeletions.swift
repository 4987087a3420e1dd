internal import HearthModel

/// Deletions of one commit on their way into segments, in their order.
struct GatheredDeletions {
    let commit: UInt64
    private var next: UInt64
    private let time: Timestamp
    /// The number of a provenance of the app that deletes.
    private let owner: UInt32
    private var ids: [ObjectID] = []
    /// When the samples ended.
    private var ends: [Timestamp] = []
    /// What is kept of each. Empty: nothing of any.
    private var kept: [Metadata] = []

    /// `first`: the number of the first of them.
    init(from first: UInt64, commit: UInt64, at time: Timestamp, of owner: UInt32) {
        next = first
        self.commit = commit
        self.time = time
        self.owner = owner
    }

    var count: Int { ids.count }

    mutating func append(_ id: ObjectID, endingAt end: Timestamp, _ metadata: Metadata) {
        fillKept()
        kept.append(metadata)
        ids.append(id)
        ends.append(end)
    }

    mutating func append(_ noted: NotedSamples) {
        if !noted.kept.isEmpty || !kept.isEmpty {
            fillKept()
            kept += noted.kept.isEmpty ? Array(repeating: Metadata.none, count: noted.ids.count) : noted.kept
        }
        ids += noted.ids
        ends += noted.ends
    }

    private mutating func fillKept() {
        kept += repeatElement(Metadata.none, count: ids.count - kept.count)
    }

    /// Takes all that were gathered; nil: none.
    mutating func take() -> DeletionRows? {
        guard !ids.isEmpty else { return nil }
        let rows = DeletionRows(
            ids: ids,
            times: Array(repeating: time, count: ids.count),
            sequences: Array(next..<next + UInt64(ids.count)),
            commits: Array(repeating: commit, count: ids.count),
            metadata: DictionaryColumn(kept).withoutDefaults(),
            owners: Array(repeating: owner, count: ids.count),
            ends: ends
        )
        next += UInt64(ids.count)
        ids = []
        ends = []
        kept = []
        return rows
    }
}

/// What is noted of deleted samples of one segment.
struct NotedSamples {
    let ids: [ObjectID]
    let ends: [Timestamp]
    /// The two sync keys of each. Empty: none has them.
    let kept: [Metadata]
}
