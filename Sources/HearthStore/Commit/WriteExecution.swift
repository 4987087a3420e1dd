internal import HearthModel

/// Executes writes on the working state of their group.
struct WriteExecution {
    /// The app that asks for the write that is executed.
    var origin: Write.Origin
    let time: Timestamp
    let coder: MetadataCoder
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
            return try save(columns)?.outcome
        case .delete(.objects(let ids)):
            return try delete(ids)
        case .delete(.matching(let clause)):
            return try delete(clause)
        case .addToWorkout(let request):
            guard case .addition(let prepared)? = try preparation?.get(), !prepared.isDeclined else {
                return try add(request)
            }
            return prepared.isUntried ? try add(request, isBounded: true) : try add(request, prepared)
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
    /// Saves samples; returns the identifiers, too, under which they are stored now. Nil: the commit may do only a little, and
    /// readers have to prepare the save.
    mutating func save(
        _ columns: [SampleColumns],
        isBounded: Bool = false
    ) throws(HearthError) -> (outcome: Outcome, ids: [ObjectID])? {
        let reader = working.reader
        reader.allowance = isBounded ? working.options.searchedRows : .max
        defer { reader.allowance = .max }
        let rows = try prepare(columns)
        try columns.checkMembers()
        let decisions = try SaveDecisions(rows, by: origin.app, in: working)
        var correlations = CorrelationChanges(decisions, in: working.snapshot, working.options)
        guard try correlations.proceed(reader) else { return nil }
        var plan = SavePlan(decisions, correlations)
        let rewrites = SegmentRewrites(notesDeleted: false)
        guard !isBounded || rewrites.lacking(plan.removed, working.options).isEmpty else { return nil }
        try plan.checkSizes(decisions, Locator(snapshot: working.snapshot, reader: reader))
        if !plan.replacements.isEmpty {
            _ = try working.completeAssociatedSamples(atMost: .max)
        }
        var changes = AssociationChanges(plan.replacements, in: working.snapshot)
        guard try changes.proceed(reader) else { return nil }
        if plan.changeCount > 0 {
            let commit = working.head + UInt64(plan.changeCount)
            for removed in plan.removed {
                try working.remove(removed.rows, of: removed.segment)
            }
            plan.number(after: working.head)
            for piece in plan.pieces {
                working.add(piece)
            }
            addDeletions(plan.deleted, commit, of: rows.firstProvenance)
            working.set(head: commit)
            takeOver(changes)
        }
        let ids = columns.flatMap(\.ids).map { decisions.standIn(for: $0) }
        let outcome = Outcome(
            added: plan.addedCount,
            deleted: plan.replacements.count,
            unchanged: plan.unchangedCount
        )
        return (outcome, ids)
    }

    /// The samples as they are stored, still without sequence numbers. Throws if they must be refused, and has changed
    /// nothing then.
    private mutating func prepare(_ columns: [SampleColumns]) throws(HearthError) -> [SegmentRows] {
        let checked = try CheckedColumns(columns[...], from: origin)
        return checked.stored(by: origin.app, try working.numbers(of: checked.columns, from: origin, coder))
    }

    /// Adds the deletions with which a write ends, of samples that new ones of the same app replace. `owner`: the number of
    /// a provenance of the app.
    private mutating func addDeletions(_ deleted: [DeletedSample], _ commit: UInt64, of owner: UInt32) {
        guard !deleted.isEmpty else { return }
        let first = commit - UInt64(deleted.count) + 1
        var deletions = GatheredDeletions(from: first, commit: commit, at: time, of: owner)
        for index in deleted.indices {
            deletions.append(deleted[index].id, deleted[index].kept)
            let isLast = index + 1 == deleted.count || deleted[index + 1].type != deleted[index].type
            add(&deletions, of: deleted[index].type, atLeast: isLast ? 1 : working.options.segmentSamples)
        }
    }
}

// MARK: - Saving what is prepared

extension WriteExecution {
    /// Saves what readers have prepared. Nil: they have to prepare more, and what there is was staged.
    mutating func save(_ columns: [SampleColumns], _ save: PreparedSave) throws(HearthError) -> Outcome? {
        switch save.stage {
        case .declined: return try self.save(columns)?.outcome
        case .untried: return try self.save(columns, isBounded: true)?.outcome
        case .waitingForNumbers(let provenances, _):
            try working.number(provenances, coder)
            return nil
        case .open:
            save.stage(in: &working, at: time)
            return nil
        case .complete: break
        }
        guard case .holds = try save.check(in: working.snapshot, working.reader, atMost: working.options.searchedRows)
        else { return nil }
        if let refusal = save.refusal {
            throw refusal
        }
        let removed = save.removed
        guard let rewrites = prepared(removed, save.rewrites) else { return nil }
        try remove(removed, rewrites, save.rewrites)
        save.add(to: &working, at: time)
        return Outcome(added: save.addedCount, deleted: save.deletedCount, unchanged: save.unchangedCount)
    }

    /// Makes samples members of the workouts in which the ones are that they replace; and gives a workout the samples of
    /// the one that it replaces.
    private mutating func takeOver(_ changes: AssociationChanges) {
        for (association, workout) in changes.moved {
            working.move(association, to: workout)
        }
        for (workout, samples) in changes.added {
            working.associate(samples, with: workout, coder)
        }
    }
}

extension [SampleColumns] {
    /// The members of correlations come in the same write, and their types fit.
    func checkMembers() throws(HearthError) {
        let correlations = indices.filter { self[$0].type.kind == .correlation }
        guard !correlations.isEmpty else { return }
        // A UUID can come with several types, of which one prevails in the end.
        var types: [ObjectID: Set<ObjectType>] = [:]
        for samples in self {
            for id in samples.ids {
                types[id, default: []].insert(samples.type)
            }
        }
        for index in correlations {
            guard case .correlation(let columns) = self[index].payload else { continue }
            for (position, member) in columns.members.enumerated() {
                guard types[member]?.contains(where: self[index].type.allowsMember) == true else {
                    throw HearthError(
                        .invalidArgument,
                        "Each member of a correlation comes in the same save and is of a type that the correlation can contain.",
                        field: "columns[\(index)].members[\(position)]"
                    )
                }
            }
        }
    }
}
