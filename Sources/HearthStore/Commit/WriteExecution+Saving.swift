internal import HearthModel

/// Saves: each is planned by `SavePlanner`, in the commit or by readers before it.
extension WriteExecution {
    /// What a save changed, and the UUIDs under which its samples are stored.
    typealias Saved = (outcome: Outcome, ids: [ObjectID])

    /// Saves samples. `prepared`: what readers have prepared. Returns nil if they must prepare more; at most, what they
    /// have prepared was staged.
    mutating func save(_ columns: [SampleColumns], _ prepared: PreparedSave?) throws(HearthError) -> Saved? {
        guard let prepared else { return try planAndSave(columns) }
        switch prepared.progress {
        case .declined: return try planAndSave(columns)
        case .untried: return try planAndSave(columns, isBounded: true)
        case .waitingForNumbers(let provenances, _):
            try working.number(provenances, coder)
            return nil
        case .open:
            prepared.stage(in: &working, at: time)
            return nil
        case .complete: return try save(prepared)
        }
    }

    /// Nil if the commit may do only a little, and readers must prepare the save.
    private mutating func planAndSave(
        _ columns: [SampleColumns],
        isBounded: Bool = false
    ) throws(HearthError) -> Saved? {
        guard let planner = try planned(columns, isBounded) else { return nil }
        var (plan, workouts) = try planner.result()
        if plan.changeCount > 0 {
            let commit = working.head + UInt64(plan.changeCount)
            for removed in plan.removed {
                try working.remove(removed.rows, of: removed.segment)
            }
            plan.number(after: working.head)
            for piece in plan.pieces {
                working.add(piece)
            }
            addDeletions(plan.deleted, commit, of: planner.owner)
            working.set(head: commit)
            takeOver(workouts)
        }
        let outcome = Outcome(
            added: plan.addedCount,
            deleted: plan.replacements.count,
            unchanged: plan.unchangedCount,
            types: plan.types
        )
        return (outcome, planner.storedIDs)
    }

    private mutating func planned(
        _ columns: [SampleColumns],
        _ isBounded: Bool
    ) throws(HearthError) -> SavePlanner? {
        let planner = SavePlanner(columns, by: origin, in: working.snapshot, working.options)
        let rows = isBounded ? working.options.searchedRows : .max
        return try working.reader.withBudget(rows: rows) { () throws(HearthError) in try plan(planner, isBounded) }
    }

    private mutating func plan(_ planner: SavePlanner, _ isBounded: Bool) throws(HearthError) -> SavePlanner? {
        let rewrites = SegmentRewrites()
        while true {
            switch try planner.step(working.reader) {
            case .more: continue
            case .lacksNumbers(let provenances):
                try working.number(provenances, coder)
                planner.use(working.snapshot)
            case .decided(let plan):
                guard !isBounded || rewrites.lacking(plan.removed, working.options).isEmpty else { return nil }
                if !plan.replacements.isEmpty, try working.completeAssociatedSamples(atMost: .max) {
                    planner.use(working.snapshot)
                }
            case .isExhausted: return nil
            case .done: return planner
            }
        }
    }

    /// Saves what readers have planned and encoded.
    private mutating func save(_ prepared: PreparedSave) throws(HearthError) -> Saved? {
        let most = working.options.searchedRows
        guard case .holds = try prepared.check(in: working.snapshot, working.reader, atMost: most) else { return nil }
        if let refusal = prepared.refusal {
            throw refusal
        }
        let removed = prepared.removed
        guard let rewrites = self.prepared(removed, prepared.rewrites) else { return nil }
        try remove(removed, rewrites, prepared.rewrites)
        prepared.add(to: &working, at: time)
        let outcome = Outcome(
            added: prepared.addedCount,
            deleted: prepared.deletedCount,
            unchanged: prepared.unchangedCount,
            types: prepared.types
        )
        return (outcome, prepared.ids)
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

    /// Makes samples members of the workouts in which the ones are that they replace; and gives a workout the samples of
    /// the one that it replaces.
    private mutating func takeOver(_ changes: AssociationChanges) {
        for (association, workout) in changes.moved {
            working.move(association, to: workout)
        }
        working.associate(changes.added, coder)
    }
}
