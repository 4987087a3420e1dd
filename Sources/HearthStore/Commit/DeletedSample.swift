internal import HearthModel

/// A sample as its deletion describes it.
struct DeletedSample: Sendable {
    let id: ObjectID
    let type: ObjectType
    let end: Timestamp
    /// The part of its metadata that is kept.
    let kept: Metadata
}

/// The samples that newer versions of a save replace, by type. Their deletions are the last of the save's changes.
struct ReplacedSamples: Sendable {
    let samples: [DeletedSample]
    /// The number of a provenance of the app that has saved them.
    private let owner: UInt32

    init(_ samples: [DeletedSample], of owner: UInt32) {
        let byType = Dictionary(grouping: samples, by: \.type)
        self.samples = byType.sorted { $0.key.index < $1.key.index }.flatMap(\.value)
        self.owner = owner
    }

    var count: Int { samples.count }

    /// The deletions from an index on that are of one type and fill a segment. `commit`: the last number of the save.
    func deletions(
        from start: Int,
        commit: UInt64,
        at time: Timestamp,
        _ options: StoreOptions
    ) -> (type: ObjectType, rows: DeletionRows)? {
        guard start < count else { return nil }
        let type = samples[start].type
        var gathered = GatheredDeletions(from: commit - UInt64(count - start) + 1, commit: commit, at: time, of: owner)
        for sample in samples[start...].prefix(options.segmentSamples).prefix(while: { $0.type == type }) {
            gathered.append(sample.id, endingAt: sample.end, sample.kept)
        }
        return gathered.take().map { (type, $0) }
    }
}
