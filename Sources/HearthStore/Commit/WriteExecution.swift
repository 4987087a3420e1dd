internal import HearthModel
internal import HearthWire

/// Executes writes on the working state of their group.
struct WriteExecution {
    /// The app that asks for the write that is executed.
    var origin: Write.Origin
    let time: Timestamp
    let coder: AttachmentCoder
    var working: WorkingState
    /// What readers have prepared; nil if nothing was.
    var preparation: Result<Preparation, HearthError>?

    /// What the write changed.
    struct Outcome {
        var added = 0
        var deleted = 0
        var unchanged = 0
    }

    /// Nil if readers have to prepare more: at most, what they have prepared was staged.
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
            if case .save(let prepared)? = try preparation?.get() {
                return try save(columns, prepared)
            }
            return try save(columns).outcome
        case .delete(.objects(let ids)):
            return try delete(ids)
        case .delete(.matching(let clause)):
            return try delete(clause)
        case .addToWorkout(let request):
            if case .addition(let prepared)? = try preparation?.get(), !prepared.isDeclined {
                return try add(request, prepared)
            }
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
        case .control(let control):
            try working.snapshot.access.carryOut(control)
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
            pieces.number(after: working.head, commit: commit)
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
        try CheckedColumns(columns[...], from: origin).stored(by: origin.app) {
            working.number(of: $0, from: origin, coder)
        }
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
                        "Each member of a correlation comes in the same save and is of a type that the correlation can contain.",
                        field: "columns[\(index)].members[\(position)]"
                    )
                }
            }
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

// MARK: - Saving what is prepared

extension WriteExecution {
    /// Saves what readers have prepared. Nil: they have to prepare more, and what there is was staged.
    mutating func save(_ columns: [SampleColumns], _ save: PreparedSave) throws(HearthError) -> Outcome? {
        switch save.stage {
        case .declined: return try self.save(columns).outcome
        case .waitingForNumbers(let provenances):
            for provenance in provenances {
                _ = working.number(of: provenance, from: origin, coder)
            }
            return nil
        case .open:
            save.stage(in: &working)
            return nil
        case .complete: break
        }
        guard case .holds = try save.check(in: working.snapshot, working.reader, atMost: working.options.searchedRows)
        else { return nil }
        if let refusal = save.refusal {
            throw refusal
        }
        save.add(to: &working)
        return Outcome(added: save.addedCount, unchanged: save.unchangedCount)
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
