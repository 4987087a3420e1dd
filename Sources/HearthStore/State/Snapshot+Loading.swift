internal import HearthModel

extension Snapshot {
    /// The state that a storage holds. Segments that are known keep their identity: older snapshots may still read them. Only
    /// then provenances without samples are kept whole: writes that are under way may have their numbers.
    init(
        _ stored: StoredState,
        _ coder: MetadataCoder,
        _ retirement: Retirement,
        known: KnownBlocks? = nil
    ) throws(HearthError) {
        guard stored.header.manifest == stored.manifest,
            stored.segments.allSatisfy({ summary in
                summary.lastSequence <= stored.header.head && summary.firstSequence > 0
                    && summary.provenances.allSatisfy { $0 < stored.provenances.count }
            })
        else { throw .incompleteStore }
        self.init(header: stored.header)
        let segments = stored.segments.map { summary in
            if let segment = known?.segments[summary.id], segment.summary == summary {
                return segment
            }
            return Segment(summary, retirement)
        }
        .sorted { $0.summary.firstSequence < $1.summary.firstSequence }
        for kind in SegmentSummary.Kind.allCases {
            let byType = Dictionary(grouping: segments.lazy.filter { $0.summary.kind == kind && $0.type != nil }) {
                $0.type
            }
            for case (let type?, let ofType) in byType {
                self[kind, type] = SegmentList(ofType)
            }
        }
        let ofSamples = segments.filter { $0.summary.kind == .samples && $0.type != nil }
        identifiers = FingerprintIndex(unindexed: ofSamples.filter(\.summary.hasUnorderedIDs))
        syncKeys = FingerprintIndex(unindexed: ofSamples.filter(\.summary.hasSyncKeys))
        deletedIDs = DeletedIDs(unindexed: segments.filter { $0.summary.kind == .deletions && $0.type != nil })
        // What is loaded again may be what a failed commit has made of it.
        associationChange = (known?.associationChange ?? 0) + 1
        let ordered = stored.associations.sorted { $0.id < $1.id }.map { [change = associationChange] summary in
            known?.associations[summary.id]?.moved(to: summary.workout, change: change)
                ?? Association(summary, retirement, change: change)
        }
        associations = AssociationList(ordered)
        associatedSamples = FingerprintIndex(unindexed: ordered)
        var isUsed = [Bool](repeating: known != nil, count: stored.provenances.count)
        for number in stored.segments.lazy.flatMap(\.provenances) {
            isUsed[Int(number)] = true
        }
        provenances = ProvenanceTable(try Snapshot.provenances(stored.provenances, coder), used: isUsed)
        sourceRanks = try SourceRankTable(stored.appRecords.filter(SourceRankTable.has))
        access = try AccessTable(stored.appRecords.filter(AccessTable.has))
        accessCounts = try AccessCounts(stored.appRecords.filter(AccessCounts.has))
        identityKey = try IdentityKey(stored: stored.appRecords)
        anchorSeal = try stored.anchorSeal() ?? anchorSeal
        background = try BackgroundRegistry(
            stored.appRecords.filter {
                !SourceRankTable.has($0) && !AccessTable.has($0) && !AccessCounts.has($0)
                    && !IdentityKey.isStored(in: $0) && !AnchorKey.isStored(in: $0)
            }
        )
    }

    static func provenances(
        _ stored: [StoredProvenance],
        _ coder: MetadataCoder
    ) throws(HearthError) -> [Provenance] {
        var provenances: [Provenance] = []
        for entry in stored.sorted(by: { $0.number < $1.number }) {
            let decoded = try entry.message.reading { (reader: inout ByteReader) throws(HearthError) in
                try coder.decode(try reader.rest())
            }
            guard Int(entry.number) == provenances.count, let provenance = decoded.provenances.first else {
                throw .damagedBlock
            }
            provenances.append(provenance)
        }
        return provenances
    }
}
