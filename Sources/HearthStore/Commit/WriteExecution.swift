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
        /// What a save added, or a deletion deleted, by type.
        var types = SampleCounts()
    }

    /// Nil if readers have to prepare more: at most, what they have prepared was staged.
    mutating func execute(_ operation: Write.Operation) throws(HearthError) -> Receipt? {
        guard let outcome = try outcome(of: operation) else { return nil }
        return Receipt(
            anchor: working.snapshot.anchor(ofReader: origin.view),
            added: outcome.added,
            deleted: outcome.deleted,
            unchanged: outcome.unchanged,
            types: outcome.types
        )
    }

    private mutating func outcome(of operation: Write.Operation) throws(HearthError) -> Outcome? {
        switch operation {
        case .save(let columns):
            guard case .save(let prepared)? = try preparation?.get() else { return try save(columns, nil)?.outcome }
            return try save(columns, prepared)?.outcome
        case .delete(.objects(let ids)):
            return try delete(ids)
        case .delete(.matching(let clause)):
            return try delete(clause)
        case .addToWorkout(let request):
            guard case .addition(let prepared)? = try preparation?.get(), !prepared.isDeclined else {
                return try add(request, nil)
            }
            return try add(request, prepared)
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
        case .count(let counts):
            count(counts)
            return Outcome()
        }
    }
}

// MARK: - Counting

extension WriteExecution {
    /// Stores counts, and forgets those that are older than the days that are kept.
    private mutating func count(_ counts: AccessCounts) {
        working.snapshot.accessCounts.replace(with: counts)
        if let newest = counts.newestDay {
            working.snapshot.accessCounts.forget(upTo: newest)
        }
    }
}
