internal import HearthModel

extension WorkingState {
    /// What must be written for the state to be durable, and the state as it is then. Nil if nothing must be written.
    ///
    /// Neighbouring small segments that the group made become one: 64 clients that save a sample each cost one block and
    /// not 64.
    mutating func finish(_ coder: MetadataCoder, from base: StoreHeader) throws(HearthError) -> StorageChanges? {
        var blocks: [(summary: SegmentSummary, block: [UInt8])] = []
        let types = Set(changes.made.compactMap(\.type)).sorted { $0.index < $1.index }
        for type in types {
            for run in SegmentSummary.Kind.allCases.flatMap({ neighbours(of: $0, type) }) {
                let joined = try join(run)
                let written = try joined.map { (segment) throws(HearthError) in
                    try write(segment, coder, to: &blocks)
                }
                if joined.count == run.count {
                    substitute(run, with: written)
                } else {
                    replace(run, with: written)
                }
            }
        }
        let (newRecords, removedRecords) = appRecordChanges
        guard
            snapshot.header != base || !changes.isEmpty || !blocks.isEmpty || !newRecords.isEmpty
                || !removedRecords.isEmpty
        else { return nil }
        let recorded = newRecords.checksum &- removedRecords.checksum
        let (adopted, abandoned) = sortedAdopted
        let gone = changes.retired.filter { !abandoned.contains($0.id) }
        let added = blocks.map(\.summary) + adopted.map(\.summary)
        set(manifest: changes.manifest(from: base, added, gone) &+ recorded)
        var stored = StorageChanges(header: snapshot.header)
        stored.newAppRecords = newRecords
        stored.removedAppRecords = removedRecords
        stored.newSegments = blocks + changes.staged.map { (summary: $0.segment.summary, block: $0.block) }
        let staged = changes.stagedAssociations.flatMap(\.associations)
        stored.newAssociations =
            changes.newAssociations.sorted { $0.key < $1.key }.map(\.value)
            + staged.map { (summary: $0.association.summary, block: $0.block) }
        stored.adoptedAssociations = changes.adoptedAssociations.sorted { $0.key < $1.key }.map(\.value.summary)
        stored.movedAssociations = changes.movedAssociations.values.map(\.new.summary)
        let stillUsed = Set(adopted.map(\.id))
        stored.adoptedSegments = adopted.map(\.summary).filter { $0.id < changes.firstBlock }
        stored.retiredBlocks =
            gone.map(\.id) + changes.retiredAssociations.map(\.id)
            + changes.staged.map(\.segment.id).filter { !stillUsed.contains($0) } + staged.map(\.association.id)
        stored.newProvenances = changes.newProvenances
        return stored
    }

    /// The adopted segments that are part of the state, and the numbers of those that a later write of the group has
    /// replaced.
    private var sortedAdopted: (stillUsed: [Segment], abandoned: Set<Int64>) {
        let stillUsed = changes.adopted.filter(snapshot.contains)
        return (stillUsed, Set(changes.adopted.map(\.id)).subtracting(stillUsed.map(\.id)))
    }

    /// The segments that the group made and that are still in a list: neighbours together.
    private func neighbours(of kind: SegmentSummary.Kind, _ type: ObjectType) -> [[Segment]] {
        guard let list = snapshot[kind, type] else { return [] }
        var runs: [[Segment]] = []
        var expected: SegmentList.Position?
        let positions = changes.made.filter { $0.type == type && $0.summary.kind == kind }.compactMap { segment in
            let position = list.position(of: segment)
            return position < list.end && list[position] === segment ? position : nil
        }
        for position in positions.sorted() {
            if position == expected {
                runs[runs.count - 1].append(list[position])
            } else {
                runs.append([list[position]])
            }
            expected = list.after(position)
        }
        return runs
    }

    private func deletionBlock(of segment: Segment, _ coder: MetadataCoder) throws(HearthError) -> [UInt8] {
        if let block = reader.unwritten.deletionBlocks[segment.id] { return block }
        return SegmentEncoder.encode(try reader.deletions(of: segment), coder)
    }

    private func write(
        _ segment: Segment,
        _ coder: MetadataCoder,
        to blocks: inout [(summary: SegmentSummary, block: [UInt8])]
    ) throws(HearthError) -> Segment {
        let block =
            switch segment.summary.kind {
            case .samples: SegmentEncoder.encode(try reader.rows(of: segment, .everything), coder)
            case .deletions: try deletionBlock(of: segment, coder)
            }
        var summary = segment.summary
        summary.blockChecksum = Checksum.of(block)
        blocks.append((summary, block))
        return Segment(summary, retirement)
    }
}

extension [StoredAppRecord] {
    fileprivate var checksum: UInt64 { reduce(0) { $0 &+ $1.checksum } }
}

// MARK: - Joining

extension WorkingState {
    /// The rows of neighbouring segments of a list in as few segments as hold them.
    mutating func join(_ segments: [Segment]) throws(HearthError) -> [Segment] {
        var joined: [Segment] = []
        for group in segments.groups(options) {
            guard group.count > 1, let first = group.first, let last = group.last else {
                joined += group
                continue
            }
            let sequences = first.summary.firstSequence...last.summary.lastSequence
            switch first.summary.kind {
            case .samples:
                let parts = try group.map { (segment) throws(HearthError) in try reader.rows(of: segment, .everything) }
                joined.append(try makeJoined(group, SegmentRows.joined(parts).sortedByStart(), sequences))
            case .deletions:
                let parts = try group.map { (segment) throws(HearthError) in try reader.deletions(of: segment) }
                joined.append(makeSegment(DeletionRows.joined(parts), of: first.summary.type, sequences))
            }
        }
        return joined
    }
}
