internal import HearthModel

/// What a store needs so that nothing in it has a retired name any more: metadata keys and types that protocol 1.3
/// corrected. Sequence numbers, UUIDs and associations stay, so anchors and cursors do.
struct NameMigration {
    private let stored: StoredState
    private let coder = MetadataCoder()
    private let blocks: any BlockReader
    private var changes: StorageChanges
    private var nextBlock: Int64

    init(_ stored: StoredState, _ blocks: any BlockReader) {
        self.stored = stored
        self.blocks = blocks
        changes = StorageChanges(header: stored.header)
        let used = stored.segments.map(\.id) + stored.associations.map(\.id) + stored.retiredBlocks
        nextBlock = (used.max() ?? 0) + 1
    }

    /// Nil if the store has no such name.
    static func changes(of stored: StoredState, _ blocks: any BlockReader) throws(HearthError) -> StorageChanges? {
        var migration = NameMigration(stored, blocks)
        for name in RetiredName.types {
            try migration.renameType(name)
            try migration.renameRegistrations(name)
        }
        try migration.renameMetadataKeys()
        let changes = migration.changes
        return changes.header == stored.header ? nil : changes
    }

    private func block(of summary: SegmentSummary) throws(HearthError) -> SegmentBlock {
        let bytes = try blocks.readBlock(.segment(summary.id))
        guard Checksum.of(bytes) == summary.blockChecksum else { throw .damagedBlock }
        return try SegmentBlock(bytes)
    }

    private mutating func replace(_ old: [SegmentSummary], with new: [(summary: SegmentSummary, block: [UInt8])]) {
        for (summary, block) in new {
            var written = summary
            written.id = nextBlock
            written.blockChecksum = Checksum.of(block)
            nextBlock += 1
            changes.newSegments.append((written, block))
            changes.header.manifest &+= written.checksum
        }
        for summary in old {
            changes.deletedBlocks.append(summary.id)
            changes.header.manifest &-= summary.checksum
        }
    }
}

// MARK: - Types

extension NameMigration {
    /// Puts what is stored under a retired type and under its successor together, in the order of their numbers: the
    /// segments of one type may not overlap, and those of two may.
    private mutating func renameType(_ name: RetiredName) throws(HearthError) {
        for kind in SegmentSummary.Kind.allCases {
            let parts = stored.segments.filter {
                $0.kind == kind && ($0.type == name.retired || $0.type == name.current)
            }
            guard parts.contains(where: { $0.type == name.retired }), let type = ObjectType(identifier: name.current)
            else { continue }
            switch kind {
            case .samples: try joinSamples(parts, type)
            case .deletions: try joinDeletions(parts, type)
            }
        }
    }

    private mutating func joinSamples(_ parts: [SegmentSummary], _ type: ObjectType) throws(HearthError) {
        let provenances = try Snapshot.provenances(stored.provenances, coder)
        var pieces: [SegmentRows] = []
        for part in parts {
            var rows = try decoder(of: part, type).rows(.everything)
            for row in rows.syncKeys.indices where rows.syncKeys[row] != 0 {
                guard let mark = rows.samples.metadata[row].flatMap(SyncMark.init),
                    Int(rows.provenances[row]) < provenances.count,
                    let app = provenances[Int(rows.provenances[row])].owningApp
                else { throw .damagedBlock }
                rows.syncKeys[row] = SyncKey(app: app, type: type, identifier: mark.identifier).hash
            }
            pieces.append(rows)
        }
        let joined = SegmentRows.joined(pieces)
        let order = joined.sequences.indices.sorted { joined.sequences[$0] < joined.sequences[$1] }
        let hasUnorderedIDs = parts.contains(where: \.hasUnorderedIDs)
        let segments = joined.selecting(.each(order)).cut(.standard).map { rows in
            let sorted = rows.sortedByStart()
            return (
                sorted.summary(id: 0, rows.sequences.bounds, hasUnorderedIDs: hasUnorderedIDs),
                SegmentEncoder.encode(sorted, coder)
            )
        }
        replace(parts, with: segments)
    }

    private mutating func joinDeletions(_ parts: [SegmentSummary], _ type: ObjectType) throws(HearthError) {
        var pieces: [DeletionRows] = []
        for part in parts {
            var rows = try decoder(of: part, type).deletions()
            if rows.sequences.isEmpty {
                rows.number(in: part.firstSequence...part.lastSequence)
            }
            pieces.append(rows)
        }
        let joined = DeletionRows.joined(pieces)
        let order = joined.sequences.indices.sorted { (joined.sequences[$0], $0) < (joined.sequences[$1], $1) }
        // One segment, as rows that share a number must not lie in two.
        let rows = joined.selecting(.each(order))
        let summary = rows.summary(id: 0, type: type.identifier, rows.sequences.bounds)
        replace(parts, with: [(summary, SegmentEncoder.encode(rows, coder))])
    }

    private func decoder(of summary: SegmentSummary, _ type: ObjectType) throws(HearthError) -> SegmentDecoder {
        SegmentDecoder(block: try block(of: summary), type: type, attachments: coder)
    }
}

// MARK: - Registrations

extension NameMigration {
    /// An app that is registered for both types keeps the registration that announces more, so that it misses no change.
    private mutating func renameRegistrations(_ name: RetiredName) throws(HearthError) {
        for record in stored.appRecords
        where BackgroundRegistry.isRegistration(record, of: name.retired) {
            var renamed = record
            renamed.name = name.current
            let other = stored.appRecords.first { $0.isSameEntry(as: renamed) }
            if let other, try !BackgroundRegistry.announcesMore(record, than: other) {
                renamed = other
            }
            for removed in [record, other].compactMap(\.self) {
                changes.removedAppRecords.append(removed)
                changes.header.manifest &-= removed.checksum
            }
            changes.newAppRecords.append(renamed)
            changes.header.manifest &+= renamed.checksum
        }
    }
}

// MARK: - Metadata

extension NameMigration {
    /// Whatever is read has current keys, which are longer: a segment that weighs more than its summary says is written
    /// again.
    private mutating func renameMetadataKeys() throws(HearthError) {
        let done = Set(changes.deletedBlocks)
        for summary in stored.segments where summary.kind == .samples && !done.contains(summary.id) {
            guard let type = ObjectType(identifier: summary.type) else { continue }
            let block = try block(of: summary)
            guard block.has(.attachments) else { continue }
            let rows = try SegmentDecoder(block: block, type: type, attachments: coder).rows(.everything)
            guard rows.encodedSize != summary.encodedSize else { continue }
            let sequences = summary.firstSequence...summary.lastSequence
            let renamed = rows.summary(id: 0, sequences, hasUnorderedIDs: summary.hasUnorderedIDs)
            replace([summary], with: [(renamed, SegmentEncoder.encode(rows, coder))])
        }
    }
}
