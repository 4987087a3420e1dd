package import HearthModel

/// The store as one commit left it. A copy costs little and never changes: its owner sees the same store, however
/// long and whatever is saved, deleted and merged meanwhile.
package struct Snapshot: Sendable {
    /// Shared by all copies, whatever their readers may see of it.
    private var contents: CopyOnWrite<SnapshotContents>
    /// What its reader may see of it; nil: everything.
    package private(set) var view: AccessView?

    init(header: StoreHeader) {
        contents = CopyOnWrite(SnapshotContents(header: header))
    }

    /// The same store, as a reader sees it.
    package func seen(through view: AccessView?) -> Snapshot {
        guard let view else { return self }
        var snapshot = self
        snapshot.view = view
        return snapshot
    }

    /// Whether its reader sees all samples of a type.
    package func isWhole(_ type: ObjectType) -> Bool { view?.isWhole(type) ?? true }

    package var storeID: ObjectID { header.storeID }
    /// The number of the last commit.
    package var head: UInt64 { header.head }
    /// Anchors below this have expired.
    package var oldest: UInt64 { header.oldest }
    package var characteristics: CharacteristicValues { header.characteristics }
    /// The anchor of a reader that has everything it may see.
    package var anchor: Anchor { anchor(ofReader: view) }
    /// That of a stream which has everything that its reader may see.
    var streamVisibility: StreamVisibility? { Snapshot.streamVisibility(of: view) }

    /// The anchor of another reader of the same store.
    package func anchor(ofReader view: AccessView?) -> Anchor {
        Anchor(storeID: storeID, sequence: head, visibility: Snapshot.streamVisibility(of: view))
    }

    private static func streamVisibility(of view: AccessView?) -> StreamVisibility? {
        view.flatMap { $0.number == 0 ? nil : StreamVisibility($0) }
    }

    /// The anchor of the reader as it is sent.
    package var sealedAnchor: EncodedAnchor { sealed(anchor) }

    /// An anchor of the store as it is sent.
    package func sealed(_ anchor: Anchor) -> EncodedAnchor { EncodedAnchor(anchor, anchorSeal) }

    /// How many combinations of an app, its version, a machine and a device samples come from.
    package var provenanceCount: Int { provenances.count }

    /// The types with samples or deletions.
    var allTypes: [ObjectType] {
        Set(samples.keys).union(deletions.keys).sorted { $0.index < $1.index }
    }

    /// The types whose samples were saved or deleted after a commit.
    package func changedTypes(after commit: UInt64) -> [ObjectType] {
        var changed: [ObjectType] = []
        for (type, list) in samples where list.lastSequence > commit {
            changed.append(type)
        }
        for (type, list) in deletions where list.lastSequence > commit && !hasSaved(type, after: commit) {
            changed.append(type)
        }
        for (type, last) in forgotten where last > commit && !changed.contains(type) {
            changed.append(type)
        }
        return changed
    }

    private func hasSaved(_ type: ObjectType, after commit: UInt64) -> Bool {
        samples[type].map { $0.lastSequence > commit } ?? false
    }

    /// The last commit that saved or deleted samples of a type; 0: none that is known.
    package func lastChange(of type: ObjectType) -> UInt64 {
        max(samples[type]?.lastSequence ?? 0, deletions[type]?.lastSequence ?? 0, forgotten[type] ?? 0)
    }

    /// Whether samples of a type that the reader may see can have been saved or deleted after a commit, as far as the directory
    /// tells. Where the reader does not see all samples of the type, only their rows tell whether there are some.
    package func mayHaveChanged(_ type: ObjectType, after commit: UInt64) -> Bool {
        guard lastChange(of: type) > commit else { return false }
        guard let view, !view.isWhole(type) else { return true }
        guard deletions[type]?.lastSequence ?? 0 <= commit, forgotten[type] ?? 0 <= commit else { return true }
        for segment in (samples[type]?.chunks ?? []).reversed().lazy.flatMap({ $0.elements.reversed() }) {
            guard segment.summary.lastSequence > commit else { return false }
            if view.sees(type, endingAt: segment.summary.ends.upperBound)
                || segment.summary.provenances.contains(where: { provenances[$0].owningApp == view.app })
            {
                return true
            }
        }
        return false
    }

    /// Remembers the last changes that an earlier snapshot knows of and this one does not.
    mutating func remember(lastChangesOf earlier: Snapshot) {
        for type in Set(earlier.deletions.keys).union(earlier.forgotten.keys) {
            let last = earlier.lastChange(of: type)
            if last > lastChange(of: type) {
                forgotten[type] = last
            }
        }
    }

    /// Remembers when samples were that are removed from a segment.
    mutating func noteRemoval(from segment: Segment, _ times: ClosedRange<Timestamp>) {
        guard let type = segment.type else { return }
        removals[type, default: RecentRemovals()].append(times, after: head)
    }

    /// Replaces adjacent segments. False if the snapshot does not have them.
    mutating func replace(_ old: [Segment], with new: [Segment]) -> Bool {
        guard let first = old.first, let last = old.last, let type = first.type else { return false }
        let kind = first.summary.kind
        guard var list = self[kind, type] else { return false }
        let start = list.position(of: first)
        list.replace(start..<list.after(list.position(of: last)), with: new)
        self[kind, type] = list.isEmpty ? nil : list
        noteReplacement(of: old, with: new, kind)
        return true
    }

    /// Removes segments of deletions, which are here, in one pass. `charge` takes its work, in rows that are read.
    mutating func removeDeletions(_ segments: [Segment], charge: (Int) -> Void) {
        for (type, segments) in Dictionary(grouping: segments, by: \.type) {
            guard let type, var list = deletions[type] else { continue }
            charge(list.count)
            let removed = Set(segments.map(\.id))
            list.removeAll(where: { removed.contains($0.id) }, inChunksWhere: { _ in true })
            deletions[type] = list.isEmpty ? nil : list
        }
    }

    /// Whether samples of a type can be in workouts or correlations here.
    func hasGroups(with type: ObjectType) -> Bool {
        !associations.isEmpty || samples.keys.contains { $0.kind == .correlation && $0.allowsMember(type) }
    }

    var hasUnreadKeys: Bool { contents.value.hasUnreadKeys }

    /// The number of blocks whose keys are not read yet although a write of an app may need them.
    func unreadBlocks(for origin: WriteOrigin) -> Int { contents.value.unreadBlocks(for: origin) }

    /// Whether a write of an app, of however few samples, may have to wait for more keys than one commit reads.
    package func lacksManyKeys(for origin: WriteOrigin) -> Bool {
        unreadBlocks(for: origin) > SnapshotContents.blocksReadAtOnce
    }

    /// Notes that segments were replaced in their list.
    mutating func noteReplacement(of old: [Segment], with new: [Segment], _ kind: SegmentSummary.Kind) {
        guard hasUnreadKeys else { return }
        contents.value.noteReplacement(of: old, with: new, kind)
    }

    package var sampleCount: Int { samples.values.reduce(0) { $0 + $1.sampleCount } }
    package var deletionCount: Int { deletions.values.reduce(0) { $0 + $1.sampleCount } }
    package var segmentCount: Int { samples.values.reduce(0) { $0 + $1.count } }

    /// Whether a segment is in it.
    func contains(_ segment: Segment) -> Bool {
        segment.type.flatMap { self[segment.summary.kind, $0]?.contains(segment) } ?? false
    }

    /// Segments of samples whose summary meets a condition.
    func segments(where isIncluded: (SegmentSummary) -> Bool) -> [Segment] {
        samples.values.flatMap { $0.elements.filter { isIncluded($0.summary) } }
    }
}

// MARK: - Contents

extension Snapshot {
    var header: StoreHeader {
        get { contents.value.header }
        _modify { yield &contents.value.header }
    }

    var samples: [ObjectType: SegmentList] {
        get { contents.value.samples }
        _modify { yield &contents.value.samples }
    }

    var deletions: [ObjectType: SegmentList] {
        get { contents.value.deletions }
        _modify { yield &contents.value.deletions }
    }

    var associations: AssociationList {
        get { contents.value.associations }
        _modify { yield &contents.value.associations }
    }

    var associationChange: UInt64 {
        get { contents.value.associationChange }
        _modify { yield &contents.value.associationChange }
    }

    private(set) var forgotten: [ObjectType: UInt64] {
        get { contents.value.forgotten }
        _modify { yield &contents.value.forgotten }
    }

    var provenances: ProvenanceTable {
        get { contents.value.provenances }
        _modify { yield &contents.value.provenances }
    }

    var identifiers: FingerprintIndex<Segment> {
        get { contents.value.identifiers }
        _modify { yield &contents.value.identifiers }
    }

    var syncKeys: FingerprintIndex<Segment> {
        get { contents.value.syncKeys }
        _modify { yield &contents.value.syncKeys }
    }

    var associatedSamples: FingerprintIndex<Association> {
        get { contents.value.associatedSamples }
        _modify { yield &contents.value.associatedSamples }
    }

    var deletedIDs: DeletedIDs {
        get { contents.value.deletedIDs }
        _modify { yield &contents.value.deletedIDs }
    }

    package internal(set) var background: BackgroundRegistry {
        get { contents.value.background }
        _modify { yield &contents.value.background }
    }

    package internal(set) var sourceRanks: SourceRankTable {
        get { contents.value.sourceRanks }
        _modify { yield &contents.value.sourceRanks }
    }

    package internal(set) var access: AccessTable {
        get { contents.value.access }
        _modify { yield &contents.value.access }
    }

    package internal(set) var accessCounts: AccessCounts {
        get { contents.value.accessCounts }
        _modify { yield &contents.value.accessCounts }
    }

    /// The key with which UUIDs of the store are derived from content; nil if the store is older than keys.
    package internal(set) var identityKey: IdentityKey? {
        get { contents.value.identityKey }
        _modify { yield &contents.value.identityKey }
    }

    /// Seals the anchors that are sent, and opens those that come back.
    package internal(set) var anchorSeal: AnchorSeal {
        get { contents.value.anchorSeal }
        _modify { yield &contents.value.anchorSeal }
    }

    var removals: [ObjectType: RecentRemovals] {
        get { contents.value.removals }
        _modify { yield &contents.value.removals }
    }
}

extension Snapshot {
    /// The segments of a kind and type.
    subscript(kind: SegmentSummary.Kind, type: ObjectType) -> SegmentList? {
        get {
            switch kind {
            case .samples: samples[type]
            case .deletions: deletions[type]
            }
        }
        set {
            switch kind {
            case .samples: samples[type] = newValue
            case .deletions: deletions[type] = newValue
            }
        }
    }

    /// The types with segments of a kind.
    func types(of kind: SegmentSummary.Kind) -> Set<ObjectType> {
        switch kind {
        case .samples: Set(samples.keys)
        case .deletions: Set(deletions.keys)
        }
    }
}
