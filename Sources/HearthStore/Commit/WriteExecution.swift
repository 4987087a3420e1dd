internal import HearthModel
internal import HearthWire

/// Executes writes on the working state of their group.
struct WriteExecution {
    /// The app that asks for the write that is executed.
    var origin: Write.Origin
    let time: Timestamp
    let coder: AttachmentCoder
    var working: WorkingState
    /// What was found for a deletion before the write; nil if nothing was searched.
    var search: Result<FoundDeletion, HearthError>?

    /// What the write changed.
    struct Outcome {
        var added = 0
        var deleted = 0
        var unchanged = 0
    }

    /// Nil if the search of a deletion has to go on: at most, what was prepared for it was staged.
    mutating func execute(_ operation: Write.Operation) throws(HearthError) -> Receipt? {
        guard let outcome = try outcome(of: operation) else { return nil }
        return Receipt(
            anchor: working.snapshot.anchor,
            added: outcome.added,
            deleted: outcome.deleted,
            unchanged: outcome.unchanged
        )
    }

    private mutating func outcome(of operation: Write.Operation) throws(HearthError) -> Outcome? {
        switch operation {
        case .save(let columns):
            return try save(columns).outcome
        case .delete(.objects(let ids)):
            return try delete(ids)
        case .delete(.matching(let clause)):
            return try delete(clause)
        case .addToWorkout(let request):
            return try add(request)
        case .setCharacteristics(let values):
            working.set(working.snapshot.characteristics.changed(by: values))
            return Outcome()
        case .register(let delivery):
            try register(delivery)
            return Outcome()
        case .acknowledge(let acknowledgement):
            try acknowledge(acknowledgement)
            return Outcome()
        case .note(let note):
            self.note(note)
            return Outcome()
        case .rankSources(let type, let list):
            working.snapshot.sourceRanks[type] = list.apps
            return Outcome()
        }
    }
}

// MARK: - Saving

extension WriteExecution {
    /// Saves samples; returns the identifiers, too, under which they are stored now.
    mutating func save(
        _ columns: [SampleColumns]
    ) throws(HearthError) -> (outcome: Outcome, ids: [ObjectID]) {
        let rows = try prepare(columns)
        try checkMembers(of: columns)
        let decisions = try SaveDecisions(rows, by: origin.app, in: working)
        let correlations = try correlationsToChange(decisions)
        try CorrelationSizes(rows: rows, decisions: decisions, changed: correlations.changed, working: working).check()
        var pieces = decisions.addedRows.joinedByType() + correlations.changed
        let changes = decisions.addedCount + decisions.replacements.count + correlations.old.count
        if changes > 0 {
            let commit = working.head + UInt64(changes)
            try working.remove(decisions.replaced.union(correlations.old))
            number(&pieces, commit)
            for piece in pieces {
                working.add(piece)
            }
            addDeletions(decisions.replacements.map(\.old), commit)
            working.set(head: commit)
            try takeOver(decisions.replacements)
        }
        let ids = columns.flatMap(\.ids).map { decisions.standIn(for: $0) }
        let outcome = Outcome(
            added: decisions.addedCount,
            deleted: decisions.replacements.count,
            unchanged: decisions.unchanged
        )
        return (outcome, ids)
    }

    /// The samples as they are stored, still without sequence numbers. Throws if they must be refused, and has changed
    /// nothing then.
    private mutating func prepare(_ columns: [SampleColumns]) throws(HearthError) -> [SegmentRows] {
        var checked = columns
        try check(&checked)
        return checked.map { samples in
            var stored = samples.normalized()
            stored.provenance = DictionaryColumn()
            return SegmentRows(
                samples: stored,
                provenances: provenances(of: samples),
                sequences: [],
                commits: [],
                syncKeys: syncKeys(of: samples)
            )
        }
    }

    /// Checks what validation cannot: that values are small enough for the storage unit, to which they are converted, and
    /// that an app saves under its own name.
    func check(_ columns: inout [SampleColumns]) throws(HearthError) {
        // By index: a loop over the elements would copy them.
        for index in columns.indices {
            do throws(HearthError) {
                // Only then: a change copies all of them.
                if columns[index].needsConversion {
                    try columns[index].convertToStorageUnit()
                }
                try checkSources(of: columns[index].provenance)
            } catch {
                throw error.within("columns[\(index)]")
            }
        }
    }

    private func checkSources(of samples: DictionaryColumn<Provenance>) throws(HearthError) {
        for (index, entry) in samples.entries.enumerated() {
            guard let source = entry.source else { continue }
            guard source.app == origin.app else {
                throw HearthError(
                    .invalidArgument,
                    "An app saves samples under its own name only.",
                    field: "provenances[\(index)].source"
                )
            }
        }
    }

    private mutating func provenances(of samples: SampleColumns) -> [UInt32] {
        var numbers: [UInt32] = []
        appendProvenances(of: samples.provenance, samples.count, to: &numbers)
        return numbers
    }

    /// Appends the number of its provenance for each of `count` samples.
    mutating func appendProvenances(of samples: DictionaryColumn<Provenance>, _ count: Int, to rows: inout [UInt32]) {
        let indexes = samples.indexes
        let entries = samples.entries
        guard !indexes.isEmpty else {
            let number = working.number(of: entries.first?.device, from: origin, coder)
            rows.append(contentsOf: repeatElement(number, count: count))
            return
        }
        // Entries without rows get no number.
        let used = Set(indexes)
        var numbers = [UInt32](repeating: 0, count: entries.count)
        for index in entries.indices where used.contains(UInt32(index)) {
            numbers[index] = working.number(of: entries[index].device, from: origin, coder)
        }
        rows.append(contentsOf: indexes.lazy.map { numbers[Int($0)] })
    }

    private func syncKeys(of samples: SampleColumns) -> [UInt64] {
        let entries = samples.metadata.entries.map { entry -> UInt64 in
            guard let mark = SyncMark(entry) else { return 0 }
            return SyncKey(app: origin.app, type: samples.type, identifier: mark.identifier).hash
        }
        guard entries.contains(where: { $0 != 0 }) else { return [] }
        let indexes = samples.metadata.indexes
        return indexes.isEmpty
            ? Array(repeating: entries[0], count: samples.count) : indexes.map { entries[Int($0)] }
    }

    /// The members of correlations come in the same write, and their types fit.
    private func checkMembers(of columns: [SampleColumns]) throws(HearthError) {
        guard columns.contains(where: { $0.type.kind == .correlation }) else { return }
        // A UUID can come with several types, of which one prevails in the end.
        var types: [ObjectID: Set<ObjectType>] = [:]
        for samples in columns {
            for id in samples.ids {
                types[id, default: []].insert(samples.type)
            }
        }
        for (index, samples) in columns.enumerated() {
            guard case .correlation(let correlations) = samples.payload else { continue }
            for (position, member) in correlations.members.enumerated() {
                guard types[member]?.contains(where: samples.type.allowsMember) == true else {
                    throw HearthError(
                        .invalidArgument,
                        "Each member of a correlation comes in the same save and is of a type that belongs into it.",
                        field: "columns[\(index)].members[\(position)]"
                    )
                }
            }
        }
    }

    /// Gives rows their numbers, which go on from the last one of the store.
    private func number(_ pieces: inout [SegmentRows], _ commit: UInt64) {
        var next = working.head + 1
        for index in pieces.indices {
            let count = pieces[index].count
            pieces[index].sequences = Array(next..<next + UInt64(count))
            pieces[index].commits = Array(repeating: commit, count: count)
            next += UInt64(count)
        }
    }

    mutating func addDeletions(_ deletions: [DeletedSample], _ commit: UInt64) {
        var next = commit - UInt64(deletions.count) + 1
        let types = Set(deletions.map(\.type)).sorted { $0.index < $1.index }
        for type in types {
            let ofType = deletions.filter { $0.type == type }
            var metadata = DictionaryColumn(ofType.map(\.kept))
            if metadata.entries == [.none] {
                metadata = DictionaryColumn()
            }
            let rows = DeletionRows(
                ids: ofType.map(\.id),
                times: Array(repeating: time, count: ofType.count),
                sequences: Array(next..<next + UInt64(ofType.count)),
                commits: Array(repeating: commit, count: ofType.count),
                metadata: metadata
            )
            working.add(rows, of: type, next...next + UInt64(ofType.count) - 1)
            next += UInt64(ofType.count)
        }
    }
}

// MARK: - Taking a place

extension WriteExecution {
    /// Stored correlations with members that newer versions replace: where they are, and as they have to be.
    private func correlationsToChange(
        _ decisions: SaveDecisions
    ) throws(HearthError) -> (old: [Location], changed: [SegmentRows]) {
        var old: [Location] = []
        var changed: [SegmentRows] = []
        for (type, list) in working.snapshot.samples.sorted(by: { $0.key.index < $1.key.index })
        where type.kind == .correlation {
            var successors: [ObjectID: ObjectID] = [:]
            // From the last to the first: of a chain the last one counts.
            for replacement in decisions.replacements.reversed() where type.allowsMember(replacement.old.type) {
                successors[replacement.old.id] = successors[replacement.successor] ?? replacement.successor
            }
            for segment in successors.isEmpty ? [] : list.elements {
                let members = try working.reader.memberSet(of: segment)
                guard successors.keys.contains(where: members.ids.contains) else { continue }
                var rows = try working.reader.rows(of: segment, .everything)
                guard case .correlation(let columns) = rows.samples.payload else { throw .damagedBlock }
                let affected = columns.memberships.enumerated().filter { $1.contains { successors[$0] != nil } }
                    .map { Location(segment: segment, row: $0.offset) }
                    .filter { !decisions.replaced.contains($0) }
                guard !affected.isEmpty else { continue }
                old += affected
                rows = rows.selecting(.each(affected.map(\.row)))
                rows.samples.replaceMembers { successors[$0] ?? $0 }
                changed.append(rows)
            }
        }
        return (old, changed)
    }

    /// Makes samples members of the workouts in which the ones are that they replace; and gives a workout the samples of
    /// the one that it replaces.
    private mutating func takeOver(_ replacements: [SaveDecisions.Replacement]) throws(HearthError) {
        guard !replacements.isEmpty, !working.snapshot.associations.isEmpty else { return }
        for replacement in replacements {
            for association in working.snapshot.associations.associations(with: replacement.old.id) {
                working.move(association, to: replacement.successor)
            }
        }
        for (workout, old) in try working.workouts(with: Set(replacements.map(\.old.id))) {
            // In order: of a chain each takes the place of the one before.
            var members = old
            var added: [ObjectID] = []
            for replacement in replacements where members.contains(replacement.old.id) {
                members.insert(replacement.successor)
                added.append(replacement.successor)
            }
            working.associate(added, with: workout, coder)
        }
    }
}

extension SampleColumns {
    /// Puts other members into correlations.
    mutating func replaceMembers(_ replacement: (ObjectID) -> ObjectID) {
        guard case .correlation(var columns) = payload else { return }
        columns.members = columns.members.map(replacement)
        payload = .correlation(columns)
    }
}
