internal import HearthModel
internal import HearthWire

extension WorkingState {
    /// What has to be written for the state to be durable, and the state as it is then. Nil: nothing.
    ///
    /// Small segments that the group made beside each other become one: 64 clients that save a sample each cost one
    /// block and not 64.
    mutating func finish(_ coder: AttachmentCoder, from base: StoreHeader) throws(HearthError) -> StorageChanges? {
        var blocks: [(summary: SegmentSummary, block: [UInt8])] = []
        let types = Set(made.compactMap(\.type)).sorted { $0.index < $1.index }
        for type in types {
            for run in neighbours(in: \.samples, type, .samples) {
                let written = try join(run).map { (segment) throws(HearthError) in
                    let rows = try reader.rows(of: segment, .everything)
                    return write(segment, SegmentEncoder.encode(rows, coder), to: &blocks)
                }
                replace(run, with: written, in: \.samples, type)
            }
            for run in neighbours(in: \.deletions, type, .deletions) {
                let written = try joinDeletions(run).map { (segment) throws(HearthError) in
                    let rows = try reader.deletions(of: segment)
                    return write(segment, SegmentEncoder.encode(rows, coder), to: &blocks)
                }
                replace(run, with: written, in: \.deletions, type)
            }
        }
        guard hasChanges(since: base) || !blocks.isEmpty else { return nil }
        set(manifest: manifest(from: base, blocks.map(\.summary)))
        var changes = StorageChanges(header: snapshot.header)
        changes.newSegments = blocks
        changes.newAssociations = newAssociations
        changes.retiredBlocks = retired.map(\.id) + retiredAssociations.map(\.id)
        changes.newProvenances = newProvenances
        return changes
    }

    private func hasChanges(since base: StoreHeader) -> Bool {
        snapshot.header != base || !retired.isEmpty || !newAssociations.isEmpty || !retiredAssociations.isEmpty
            || !newProvenances.isEmpty
    }

    private func manifest(from base: StoreHeader, _ added: [SegmentSummary]) -> UInt64 {
        var manifest = base.manifest
        for summary in added {
            manifest &+= summary.checksum
        }
        for segment in retired {
            manifest &-= segment.summary.checksum
        }
        for (summary, _) in newAssociations {
            manifest &+= summary.checksum
        }
        for association in retiredAssociations {
            manifest &-= association.summary.checksum
        }
        for provenance in newProvenances {
            manifest &+= provenance.checksum
        }
        return manifest
    }

    /// The segments of a list that the group made and that are still in it: those beside each other together.
    private func neighbours(
        in lists: KeyPath<Snapshot, [ObjectType: SegmentList]>,
        _ type: ObjectType,
        _ kind: SegmentSummary.Kind
    ) -> [[Segment]] {
        guard let list = snapshot[keyPath: lists][type] else { return [] }
        var runs: [[Segment]] = []
        var expected: SegmentList.Position?
        let positions = made.filter { $0.type == type && $0.summary.kind == kind }.compactMap { segment in
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

    private func write(
        _ segment: Segment,
        _ block: [UInt8],
        to blocks: inout [(summary: SegmentSummary, block: [UInt8])]
    ) -> Segment {
        var summary = segment.summary
        summary.blockChecksum = Checksum.of(block)
        blocks.append((summary, block))
        return Segment(summary, retirement)
    }
}

// MARK: - Joining

extension WorkingState {
    /// The rows of neighbouring segments in as few segments as hold them.
    mutating func join(_ segments: [Segment]) throws(HearthError) -> [Segment] {
        var joined: [Segment] = []
        for group in groups(of: segments) {
            guard group.count > 1, let first = group.first, let last = group.last else {
                joined += group
                continue
            }
            let parts = try group.map { (segment) throws(HearthError) in try reader.rows(of: segment, .everything) }
            let rows = SegmentRows.joined(parts).sortedByStart()
            joined.append(try makeJoined(group, rows, first.summary.firstSequence...last.summary.lastSequence))
        }
        return joined
    }

    /// Neighbours that fit into one segment.
    private func groups(of segments: [Segment]) -> [[Segment]] {
        var groups: [[Segment]] = []
        var count = 0
        var weight = 0
        for segment in segments {
            let added = segment.summary.weight
            if let last = groups.last?.last, last.summary.shape == segment.summary.shape,
                count + segment.count <= options.segmentSamples, weight + added <= options.segmentBytes
            {
                groups[groups.count - 1].append(segment)
            } else {
                groups.append([segment])
                count = 0
                weight = 0
            }
            count += segment.count
            weight += added
        }
        return groups
    }

    /// The deletions of neighbouring segments in as few segments as hold them.
    mutating func joinDeletions(_ segments: [Segment]) throws(HearthError) -> [Segment] {
        var joined: [Segment] = []
        for group in groups(of: segments) {
            guard group.count > 1, let first = group.first, let last = group.last else {
                joined += group
                continue
            }
            let parts = try group.map { (segment) throws(HearthError) in try reader.deletions(of: segment) }
            let sequences = first.summary.firstSequence...last.summary.lastSequence
            joined.append(makeSegment(DeletionRows.joined(parts), of: first.summary.type, sequences))
        }
        return joined
    }
}
