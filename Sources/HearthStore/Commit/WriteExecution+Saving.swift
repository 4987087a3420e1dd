internal import HearthModel

/// Saves: each is planned by `SavePlanner`, in the commit or by readers before it, and applied by `SaveChanges`.
extension WriteExecution {
    /// Saves samples. `prepared`: what readers have prepared. Returns nil if they must prepare more; at most, what they
    /// have prepared was staged.
    mutating func save(_ columns: [SampleColumns], _ prepared: PreparedSave?) throws(HearthError) -> SaveChanges? {
        guard let changes = try changes(of: columns, prepared) else { return nil }
        try changes.apply(to: &working, at: time)
        return changes
    }

    private mutating func changes(
        of columns: [SampleColumns],
        _ prepared: PreparedSave?
    ) throws(HearthError) -> SaveChanges? {
        guard let prepared else { return try planned(columns) }
        switch prepared.progress {
        case .declined:
            guard let changes = try planned(columns, isBounded: true) else { throw .changesTooFast }
            return changes
        case .commitFirst: return try planned(columns, isBounded: true)
        case .waitingForNumbers(let provenances):
            try working.number(provenances, coder)
            return nil
        case .waitingForKeys: return nil
        case .open:
            prepared.stage(in: &working, at: time)
            return nil
        case .complete: return try checked(prepared)
        }
    }

    /// Plans a save in the commit. `isBounded`: the commit may do only a little. Then nil means that it would be more, and
    /// that readers must prepare the save.
    private mutating func planned(
        _ columns: [SampleColumns],
        isBounded: Bool = false
    ) throws(HearthError) -> SaveChanges? {
        if isBounded, columns.reduce(0, { $0 + $1.count }) > working.options.searchedRows { return nil }
        let planner = SavePlanner(columns, by: origin, in: working.snapshot, working.options)
        let rows = isBounded ? working.options.searchedRows : .max
        let isPlanned = try working.reader.withBudget(rows: rows) { () throws(HearthError) in
            try plan(planner, isBounded)
        }
        guard isPlanned else { return nil }
        var changes = try planner.planned()
        changes.ids = planner.storedIDs(working.reader)
        return changes
    }

    /// How many associations a bounded commit adds to their index.
    private static let indexedByCommit = 8

    private mutating func plan(_ planner: SavePlanner, _ isBounded: Bool) throws(HearthError) -> Bool {
        let rewrites = SegmentRewrites()
        while true {
            guard !isBounded || !working.reader.isExhausted else { return false }
            switch try planner.step(working.reader) {
            case .more: continue
            case .lacksNumbers(let provenances):
                try working.number(provenances, coder)
                planner.use(working.snapshot)
            case .decided(let changes):
                guard !isBounded || rewrites.lacking(changes.removed, working.options).isEmpty else { return false }
                guard changes.counts.deleted > 0 else { continue }
                let most = isBounded ? WriteExecution.indexedByCommit : .max
                if try working.completeAssociatedSamples(atMost: most) {
                    planner.use(working.snapshot)
                }
                // After a start. Readers look through the rest.
                guard working.snapshot.associatedSamples.isComplete else { return false }
            case .isExhausted: return false
            case .done: return true
            }
        }
    }

    /// What readers have planned and encoded, if nothing has changed since on which it depends.
    private mutating func checked(_ prepared: PreparedSave) throws(HearthError) -> SaveChanges? {
        let options = working.options
        let changes = try prepared.changes(
            in: working.snapshot,
            working.reader,
            options,
            atMost: prepared.mostWork(options.searchedRows)
        )
        let most = prepared.mostWork(options.rewrittenRows)
        guard let changes, arePrepared(changes.removed, prepared.rewrites, atMost: most) else {
            prepared.noteReturn()
            return nil
        }
        return changes
    }
}

extension HearthError {
    static let changesTooFast = HearthError(
        .limitExceeded,
        "The app's other writes change the samples that these replace or repeat faster than the server can prepare the save."
            + " Save again when those are done, or fewer samples at once.",
        field: "columns"
    )
}
