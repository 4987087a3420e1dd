import HearthModel
import HearthStore
import HearthWire

/// One write under way.
struct ReferenceWriting {
    let before: ReferenceStore
    let origin: Write.Origin
    let time: Timestamp
    private(set) var faults: [Refusal.Fault] = []
    private var possible: [ErrorCode] = []
    var effect: WriteEffect
    /// Samples of this write that lost against a stored one, and stored ones that were replaced: who stands for them.
    private var standIns: [ObjectID: ObjectID] = [:]
    /// What this write has brought, also where a newer version is stored instead.
    private var ownRows: [ObjectID: SampleRow] = [:]
    /// How often a stored correlation got another member.
    private var moves = 0

    init(_ store: ReferenceStore, _ origin: Write.Origin, _ time: Timestamp) {
        before = store
        self.origin = origin
        self.time = time
        effect = WriteEffect(store: store)
    }

    /// What came of it.
    var result: Result<WriteEffect, Refusal> {
        guard faults.isEmpty else {
            return .failure(Refusal(faults: faults + effect.possibleFaults, possible: possible))
        }
        var effect = effect
        let changes = effect.added + effect.deleted
        let moved = effect.store.rows.values.count { $0.isMoved && $0.commit == WriteEffect.pending }
        effect.numbers = changes + moved...changes + max(moves, moved)
        return .success(effect)
    }

    mutating func refuse(_ code: ErrorCode, _ field: String?) {
        faults.append(Refusal.Fault(code: code, field: field))
    }

    /// The sample that stands for this one after what has been saved so far.
    func standIn(_ id: ObjectID) -> ObjectID {
        standIns[id].map(standIn) ?? id
    }

    mutating func delete(_ row: SampleRow) {
        let kept = row.metadata.entries.filter {
            $0.key == MetadataKey.syncIdentifier.rawValue || $0.key == MetadataKey.syncVersion.rawValue
        }
        let metadata = (try? Metadata(kept)) ?? .none
        let tombstone = Tombstone(id: row.id, type: row.type.identifier, time: time, metadata: metadata)
        effect.store.rows[row.id] = nil
        effect.store.tombstones.append(
            StoredTombstone(
                tombstone: tombstone,
                commit: WriteEffect.pending,
                app: Array(row.bundleIdentifier.utf8)
            )
        )
        effect.store.associations[row.id] = nil
        effect.deleted += 1
    }
}

// MARK: - Saving

extension ReferenceWriting {
    mutating func save(_ columns: [SampleColumns]) {
        checkMembers(columns)
        var rows = columns.enumerated().flatMap { (index, columns) in newRows(columns, index) }
        let typesInOrder = columns.map(\.type)
        // The place of each in the order within the write.
        let ranked = rows.indices.sorted { left, right in
            let places = [left, right].map { typesInOrder.firstIndex(of: rows[$0].row.type) ?? 0 }
            if places[0] != places[1] { return places[0] < places[1] }
            if rows[left].routeColumns != rows[right].routeColumns {
                return rows[left].routeColumns < rows[right].routeColumns
            }
            if rows[left].row.start != rows[right].row.start { return rows[left].row.start < rows[right].row.start }
            return left < right
        }
        for (rank, index) in ranked.enumerated() {
            rows[index].rank = rank
        }
        // Correlations last: their members may stand anywhere in the write, and what becomes of these decides what the
        // correlations name.
        for row in rows where row.row.type.kind != .correlation { save(row) }
        for row in rows where row.row.type.kind == .correlation { save(row) }
    }

    private struct NewRow {
        var row: SampleRow
        var field: String
        /// Which of the optional columns a route came with, as bits.
        var routeColumns: Int
        var rank = 0
    }

    /// The rows of columns as they would be stored.
    private mutating func newRows(_ columns: SampleColumns, _ index: Int) -> [NewRow] {
        for (entry, provenance) in columns.provenance.entries.enumerated() {
            guard let source = provenance.source else { continue }
            if !sameBytes(source.bundleIdentifier, origin.source.bundleIdentifier) {
                refuse(.invalidArgument, "columns[\(index)].provenances[\(entry)].source")
            }
        }
        var ids: Set<ObjectID> = []
        var rows: [NewRow] = []
        for (position, row) in SampleRow.rows(of: columns).enumerated() {
            let field = "columns[\(index)].uuids[\(position)]"
            guard ids.insert(row.id).inserted else {
                refuse(.invalidArgument, field)
                continue
            }
            rows.append(NewRow(row: row.asStored(columns, origin), field: field, routeColumns: columns.routeColumns))
        }
        return rows
    }

    private mutating func checkMembers(_ columns: [SampleColumns]) {
        for (index, correlation) in columns.enumerated() {
            guard case .correlation(let payload) = correlation.payload else { continue }
            for (position, member) in payload.members.enumerated() {
                let isSaved = columns.contains { $0.ids.contains(member) && correlation.type.allowsMember($0.type) }
                if !isSaved {
                    refuse(.invalidArgument, "columns[\(index)].members[\(position)]")
                } else if columns.contains(where: { $0.ids.contains(member) && !correlation.type.allowsMember($0.type) }
                ) {
                    // Two samples of the write have the member's UUID, and one of them is no member.
                    possible.append(.invalidArgument)
                }
            }
        }
    }

    private mutating func save(_ new: NewRow) {
        var row = new.row
        row.content = row.type.kind == .correlation ? .correlation(row.members.map(standIn)) : row.content
        // In one write a UUID stands for one sample, also when a newer version takes its place there.
        let ownRow = ownRows[row.id].map { StoredRow(row: $0, commit: WriteEffect.pending, rank: 0, isMoved: false) }
        if let stored = before.stored(row.id) ?? ownRow {
            guard stored.row.isSame(as: row) else {
                // Of two new samples with the same UUID it may be either.
                refuse(.identifierConflict, stored.commit == WriteEffect.pending ? nil : new.field)
                return
            }
            effect.unchanged += 1
            return
        }
        // A deleted UUID stays its app's.
        switch before.isDeletedByOther(row.id, than: origin) {
        case true?:
            refuse(.identifierConflict, new.field)
            return
        case nil: effect.possibleFaults.append(Refusal.Fault(code: .identifierConflict, field: new.field))
        case false?: break
        }
        guard let sync = SyncKey(row),
            let old = effect.store.rows.values.first(where: { $0.sync?.names(sync) == true })
        else {
            insert(row, new.rank)
            return
        }
        guard let oldVersion = old.sync?.version, oldVersion < sync.version else {
            effect.unchanged += 1
            standIns[row.id] = old.row.id
            ownRows[row.id] = row
            return
        }
        let associated = effect.store.associations[old.row.id]
        delete(old.row)
        insert(row, new.rank)
        standIns[old.row.id] = row.id
        if let associated {
            // A workout keeps its samples in its new version.
            effect.store.associations[row.id, default: []].formUnion(associated)
        }
        takePlace(of: old.row.id, row)
    }

    private mutating func insert(_ row: SampleRow, _ rank: Int) {
        effect.store.rows[row.id] = StoredRow(row: row, commit: WriteEffect.pending, rank: rank)
        effect.added += 1
        ownRows[row.id] = row
    }

    /// In workouts beside the old one, in correlations instead of it. A correlation may go on naming a member that was
    /// deleted, and the UUID may be used again for a sample of a type that does not belong into it; that is no member.
    private mutating func takePlace(of old: ObjectID, _ sample: SampleRow) {
        let new = sample.id
        for (workout, ids) in effect.store.associations where ids.contains(old) {
            effect.store.associations[workout]?.insert(new)
        }
        for (id, stored) in effect.store.rows
        where stored.row.type.allowsMember(sample.type) && stored.row.members.contains(old) {
            var row = stored.row
            row.members = row.members.map { $0 == old ? new : $0 }
            effect.store.rows[id] = StoredRow(row: row, commit: WriteEffect.pending, rank: .max, isMoved: true)
            moves += 1
        }
    }
}

extension SampleColumns {
    /// Which of the optional columns routes have, as bits.
    fileprivate var routeColumns: Int {
        guard case .route(let columns) = payload else { return 0 }
        return RouteColumns.optionalColumns.enumerated().reduce(0) { bits, optional in
            columns[keyPath: optional.element.column].isEmpty ? bits : bits + 1 << optional.offset
        }
    }
}
