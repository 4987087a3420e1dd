internal import HearthModel

/// What a snapshot has of the store.
struct SnapshotContents: Sendable {
    var header: StoreHeader
    var samples: [ObjectType: SegmentList] = [:]
    var deletions: [ObjectType: SegmentList] = [:]
    var associations = AssociationList()
    /// The number of the last change of associations, counted while the store is open.
    var associationChange: UInt64 = 0
    /// For each type the number of the last deletion that was forgotten since the store was opened. A client that has not
    /// received it yet still learns that something has changed. Later clients begin with the state.
    var forgotten: [ObjectType: UInt64] = [:]
    var provenances = ProvenanceTable()
    /// Of samples whose UUIDs are not in the order of their age.
    var identifiers = FingerprintIndex<Segment>()
    var syncKeys = FingerprintIndex<Segment>()
    var associatedSamples = FingerprintIndex<Association>()
    var deletedIDs = DeletedIDs()
    var background = BackgroundRegistry()
    var sourceRanks = SourceRankTable()
    var access = AccessTable()
    var accessCounts = AccessCounts()
    /// Nil if the store is older than keys.
    var identityKey: IdentityKey?
    var anchorSeal: AnchorSeal
    /// When the samples were that were deleted lately.
    var removals: [ObjectType: RecentRemovals] = [:]

    init(header: StoreHeader) {
        self.header = header
        anchorSeal = AnchorSeal(ofStore: header.storeID, .random())
    }
}
