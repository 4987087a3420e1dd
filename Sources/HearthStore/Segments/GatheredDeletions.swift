internal import HearthModel

/// Deletions of one commit on their way into segments, in their order.
struct GatheredDeletions {
    let commit: UInt64
    private var next: UInt64
    private let time: Timestamp
    /// The number of a provenance of the app that deletes.
    private let owner: UInt32
    private var ids: [ObjectID] = []
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

    mutating func append(_ id: ObjectID, _ metadata: Metadata?) {
        if metadata != nil || !kept.isEmpty {
            fillKept()
            kept.append(metadata ?? .none)
        }
        ids.append(id)
    }

    /// `metadata`: empty if nothing is kept.
    mutating func append(_ added: [ObjectID], _ metadata: [Metadata]) {
        if !metadata.isEmpty || !kept.isEmpty {
            fillKept()
            kept += metadata.isEmpty ? Array(repeating: Metadata.none, count: added.count) : metadata
        }
        ids += added
    }

    private mutating func fillKept() {
        kept += repeatElement(Metadata.none, count: ids.count - kept.count)
    }

    /// Takes all that were gathered; nil: none.
    mutating func take() -> DeletionRows? {
        guard !ids.isEmpty else { return nil }
        let metadata = DictionaryColumn(kept)
        let rows = DeletionRows(
            ids: ids,
            times: Array(repeating: time, count: ids.count),
            sequences: Array(next..<next + UInt64(ids.count)),
            commits: Array(repeating: commit, count: ids.count),
            metadata: kept.isEmpty || metadata.entries == [.none] ? DictionaryColumn() : metadata,
            owners: Array(repeating: owner, count: ids.count)
        )
        next += UInt64(ids.count)
        ids = []
        kept = []
        return rows
    }
}
