package import HearthModel

/// The store as one commit left it. A copy costs little and never changes: whoever has one sees the same store, however
/// long and whatever is saved, deleted and merged meanwhile.
package struct Snapshot: Sendable {
    var header: StoreHeader
    var samples: [ObjectType: SegmentList] = [:]
    var deletions: [ObjectType: SegmentList] = [:]
    var associations = AssociationList()
    var provenances = ProvenanceTable()
    /// Of samples whose UUIDs are not in the order of their age.
    var identifiers = FingerprintIndex<Segment>()
    var syncKeys = FingerprintIndex<Segment>()
    var associatedSamples = FingerprintIndex<Association>()
    package internal(set) var background = BackgroundRegistry()

    init(header: StoreHeader) {
        self.header = header
    }

    package var storeID: ObjectID { header.storeID }
    /// The number of the last commit.
    package var head: UInt64 { header.head }
    /// Anchors below this have expired.
    package var oldest: UInt64 { header.oldest }
    package var characteristics: CharacteristicValues { header.characteristics }
    package var anchor: Anchor { Anchor(storeID: storeID, sequence: head) }

    /// The types of which samples were saved or deleted after a commit.
    package func changedTypes(after commit: UInt64) -> [ObjectType] {
        let saved = samples.lazy.filter { $0.value.lastSequence > commit }.map(\.key)
        let deleted = deletions.lazy.filter { $0.value.lastSequence > commit }.map(\.key)
        return Array(Set(saved).union(deleted))
    }

    /// The last commit that saved or deleted samples of a type; 0: none that is known.
    package func lastChange(of type: ObjectType) -> UInt64 {
        max(samples[type]?.lastSequence ?? 0, deletions[type]?.lastSequence ?? 0)
    }

    package var sampleCount: Int { samples.values.reduce(0) { $0 + $1.sampleCount } }
    package var deletionCount: Int { deletions.values.reduce(0) { $0 + $1.sampleCount } }
    package var segmentCount: Int { samples.values.reduce(0) { $0 + $1.count } }
}

extension SegmentSummary.Kind {
    /// The lists that have the segments of this kind.
    var lists: WritableKeyPath<Snapshot, [ObjectType: SegmentList]> {
        switch self {
        case .samples: \.samples
        case .deletions: \.deletions
        }
    }
}
