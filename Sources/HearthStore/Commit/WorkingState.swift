internal import HearthModel

/// The store as the writes of a group make it, one after the other, before anything of it is on the disk.
///
/// It is a snapshot whose newest segments exist as rows only, which the reader serves like any others: each write sees
/// what those before it did. A value: a write that turns out to be refused leaves the copy from before it.
struct WorkingState {
    var snapshot: Snapshot
    /// What the group has changed of the state that it began with, except records of apps.
    var changes: PendingChanges
    /// Apps whose records the group changes, and all records before it.
    private var recordedApps: Set<AppID> = []
    private let old: (registry: BackgroundRegistry, ranks: SourceRankTable, access: AccessTable, counts: AccessCounts)
    private(set) var nextBlock: Int64
    /// The number of blocks whose keys writes that wait for them may still read.
    var unreadBlocksRoom = SnapshotContents.blocksReadAtOnce

    /// Why they could not be read.
    var unreadKeysFailure: HearthError?

    let reader: SegmentReader
    let retirement: Retirement
    let options: StoreOptions

    init(
        _ snapshot: Snapshot,
        nextBlock: Int64,
        reader: SegmentReader,
        retirement: Retirement,
        options: StoreOptions
    ) {
        self.snapshot = snapshot
        old = (snapshot.background, snapshot.sourceRanks, snapshot.access, snapshot.accessCounts)
        changes = PendingChanges(firstBlock: nextBlock)
        self.nextBlock = nextBlock
        self.reader = reader
        self.retirement = retirement
        self.options = options
    }

    var head: UInt64 { snapshot.header.head }

    /// Numbers of blocks that a refused write took are not taken again: what was cached under them stays true.
    mutating func skipBlocks(of refused: WorkingState) {
        nextBlock = refused.nextBlock
    }

    mutating func takeBlock() -> Int64 {
        defer { nextBlock += 1 }
        return nextBlock
    }

    mutating func set(head: UInt64) {
        snapshot.header.head = head
    }

    mutating func set(manifest: UInt64) {
        snapshot.header.manifest = manifest
    }

    mutating func set(_ characteristics: CharacteristicValues) {
        snapshot.header.characteristics = characteristics
    }
}

// MARK: - Records of apps

extension WorkingState {
    mutating func set(_ registry: BackgroundRegistry, of app: AppID) {
        snapshot.background = registry
        recordedApps.insert(app)
    }

    /// What the group adds to the records of apps, and what it takes out; one that it changes is among both.
    var appRecordChanges: (new: [StoredAppRecord], removed: [StoredAppRecord]) {
        (
            recordedApps.flatMap { snapshot.background.stored(of: $0, excluding: old.registry) }
                + snapshot.sourceRanks.stored(excluding: old.ranks) + snapshot.access.stored(excluding: old.access)
                + snapshot.accessCounts.stored(excluding: old.counts),
            recordedApps.flatMap { old.registry.stored(of: $0, excluding: snapshot.background) }
                + old.ranks.stored(excluding: snapshot.sourceRanks) + old.access.stored(excluding: snapshot.access)
                + old.counts.stored(excluding: snapshot.accessCounts)
        )
    }
}

// MARK: - Associations

extension WorkingState {
    /// The number of the next change of associations.
    mutating func takeAssociationChange() -> UInt64 {
        snapshot.associationChange += 1
        return snapshot.associationChange
    }

    mutating func add(_ associations: [(association: Association, block: [UInt8])]) {
        for (association, block) in associations {
            changes.add(association, block)
        }
        snapshot.associations.append(associations.map(\.association))
    }

    /// Stages blocks with associations.
    mutating func stage(
        _ associations: [(association: Association, block: [UInt8])],
        of owner: some AssociationStagingOwner
    ) {
        changes.noteStaged(StagedAssociations(associations: associations, owner: owner))
    }

    /// Adds associations that were staged, in the order of their numbers, to workouts.
    mutating func adopt(_ associations: [(association: Association, workout: ObjectID)]) {
        guard !associations.isEmpty else { return }
        let change = takeAssociationChange()
        let adopted = associations.map { $0.adopted(by: $1, change: change) }
        changes.adopt(adopted)
        snapshot.associations.insert(adopted)
    }

    mutating func remove(_ associations: [Association]) {
        guard !associations.isEmpty else { return }
        _ = takeAssociationChange()
        reader.charge(associations.count)
        snapshot.associations.remove(associations)
        for association in associations {
            changes.remove(association)
        }
    }

    /// Gives the samples of an association to another workout. The block stays.
    mutating func move(_ association: Association, to workout: ObjectID) {
        let moved = association.moved(to: workout, change: takeAssociationChange())
        snapshot.associations.update(moved)
        changes.move(association, to: moved)
    }
}

// MARK: - Segments

extension WorkingState {
    /// Adds samples of one type and shape that are in the order of their sequence numbers.
    mutating func add(_ rows: SegmentRows) {
        var segments: [Segment] = []
        var identifiers: [(hash: UInt32, sequence: UInt64)] = []
        var syncKeys: [(hash: UInt32, sequence: UInt64)] = []
        for piece in rows.cut(options) {
            let rows = piece.sortedByStart()
            let segment = makeSegment(
                rows,
                piece.sequences.bounds,
                hasUnorderedIDs: IdentifierOrder.areUnordered(rows.samples.ids, amid: snapshot.samples.values)
            )
            if segment.summary.hasUnorderedIDs {
                identifiers += IndexKeys.identifiers(of: rows)
            }
            if segment.summary.hasSyncKeys {
                syncKeys += IndexKeys.syncKeys(of: rows)
            }
            segments.append(segment)
        }
        snapshot.identifiers.add(identifiers)
        snapshot.syncKeys.add(syncKeys)
        snapshot.samples[rows.samples.type, default: SegmentList()].append(segments)
    }

    /// A segment of the rows of others, whose keys the indexes know.
    mutating func makeJoined(
        _ parts: [Segment],
        _ rows: SegmentRows,
        _ sequences: ClosedRange<UInt64>
    ) throws(HearthError) -> Segment {
        let hadUnorderedIDs = parts.contains { $0.summary.hasUnorderedIDs }
        let segment = makeSegment(
            rows,
            sequences,
            hasUnorderedIDs: hadUnorderedIDs
                || IdentifierOrder.areUnordered(rows.samples.ids, amid: snapshot.samples.values)
        )
        if segment.summary.hasUnorderedIDs {
            for part in parts where !part.summary.hasUnorderedIDs {
                snapshot.identifiers.add(IndexKeys.identifiers(of: try reader.rows(of: part, .log)))
            }
        }
        return segment
    }

    private mutating func makeSegment(
        _ rows: SegmentRows,
        _ sequences: ClosedRange<UInt64>,
        hasUnorderedIDs: Bool
    ) -> Segment {
        let summary = rows.summary(id: takeBlock(), sequences, hasUnorderedIDs: hasUnorderedIDs)
        reader.unwritten.rows[summary.id] = rows
        let segment = Segment(summary, retirement)
        changes.noteMade(segment)
        return segment
    }

    /// Adds deletions of samples of one type.
    mutating func add(_ deletions: DeletionRows, of type: ObjectType, _ sequences: ClosedRange<UInt64>) {
        var first = sequences.lowerBound
        var segments: [Segment] = []
        for part in deletions.cut(options) {
            let last = first + UInt64(part.count) - 1
            segments.append(makeSegment(part, of: type.identifier, first...last))
            first = last + 1
        }
        snapshot.deletions[type, default: SegmentList()].append(segments)
        snapshot.deletedIDs.add(deletions, snapshot.provenances)
    }

    mutating func makeSegment(
        _ deletions: DeletionRows,
        of type: String,
        _ sequences: ClosedRange<UInt64>
    ) -> Segment {
        let summary = deletions.summary(id: takeBlock(), type: type, sequences)
        if deletions.count == options.segmentSamples {
            reader.unwritten.deletionBlocks[summary.id] = SegmentEncoder.encode(deletions, reader.attachments)
        } else {
            reader.unwritten.deletions[summary.id] = deletions
        }
        let segment = Segment(summary, retirement)
        changes.noteMade(segment)
        return segment
    }

    /// Takes rows out of a segment.
    mutating func remove(_ rows: RowList, of segment: Segment) throws(HearthError) {
        var rewritten: [Segment] = []
        var times = segment.summary.times
        if rows.count < segment.count {
            let all = try reader.rows(of: segment, .everything)
            times = all.samples.times(of: rows.numbers) ?? times
            let kept = all.selecting(rows.inverted(count: segment.count))
            rewritten = [try makeJoined([segment], kept, segment.sequences)]
        }
        snapshot.noteRemoval(from: segment, times)
        replace([segment], with: rewritten)
    }

    /// Replaces a segment by what was prepared.
    mutating func replace(_ segment: Segment, with rewrite: SegmentRewrite, _ rewrites: SegmentRewrites) {
        snapshot.noteRemoval(from: segment, rewrite.times)
        switch rewrite.replacement {
        case .staged(let staged):
            replace([segment], with: [staged])
            changes.noteAdopted([staged])
        case .prepared(let summary, let block):
            let staged = stage(summary, block, as: segment.id, of: rewrites)
            replace([segment], with: [staged])
            changes.noteAdopted([staged])
        }
    }

    /// Stages all blocks that are prepared for a deletion.
    mutating func stage(_ rewrites: SegmentRewrites) {
        for (segment, summary, block) in rewrites.prepared {
            _ = stage(summary, block, as: segment, of: rewrites)
        }
    }

    /// Stages a block.
    mutating func stage(
        _ prepared: SegmentSummary,
        _ block: [UInt8],
        as key: Int64,
        of owner: some StagingOwner
    ) -> Segment {
        var summary = prepared
        summary.id = takeBlock()
        let segment = Segment(summary, retirement)
        reader.unwritten.blocks[summary.id] = block
        changes.noteStaged(StagedSegment(segment: segment, block: block, owner: owner, key: key))
        return segment
    }

    /// Stages a block that readers have made, unless it is staged. Its changes get the numbers after a number, and deletions a
    /// time.
    mutating func stage(
        _ prepared: PreparedBlock,
        after head: UInt64,
        at time: Timestamp,
        as key: Int64,
        of owner: some StagingOwner
    ) -> Segment {
        let summary = prepared.summary.numbered(after: head, at: time)
        switch prepared {
        case .encoded(_, let block): return stage(summary, block, as: key, of: owner)
        case .staged(let staged, _): return Segment(staged, summary)
        }
    }

    /// Adds segments that were staged, in the order of their numbers.
    mutating func adopt(_ segments: [Segment]) {
        changes.noteAdopted(segments)
        var added: [SegmentSummary.Kind: [ObjectType: [Segment]]] = [:]
        for segment in segments {
            guard let type = segment.type else { continue }
            added[segment.summary.kind, default: [:]][type, default: []].append(segment)
        }
        for (kind, byType) in added {
            for (type, segments) in byType {
                var list = snapshot[kind, type] ?? SegmentList()
                list.append(segments)
                snapshot[kind, type] = list
            }
        }
    }

    /// Replaces adjacent segments.
    mutating func replace(_ old: [Segment], with new: [Segment]) {
        guard snapshot.replace(old, with: new) else { return }
        changes.noteReplaced(old)
    }

    /// Replaces segments by written ones with the same rows.
    mutating func substitute(_ made: [Segment], with written: [Segment]) {
        for (old, new) in zip(made, written) {
            guard let type = old.type, var list = snapshot[old.summary.kind, type] else { continue }
            list.substitute(new, at: list.position(of: old))
            snapshot[old.summary.kind, type] = list
            snapshot.noteReplacement(of: [old], with: [new], old.summary.kind)
        }
    }

    /// Forgets deletions. Clients that have not received them cannot resume.
    mutating func forget(_ segments: [Segment]) {
        let before = snapshot
        snapshot.removeDeletions(segments, charge: reader.charge)
        changes.noteReplaced(segments)
        snapshot.remember(lastChangesOf: before)
        snapshot.header.oldest = segments.map(\.summary.lastSequence).reduce(snapshot.header.oldest, max)
    }
}
