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

    /// Throws if the owner has decided, since the write was requested, that the app may not ask for it. Otherwise the write is
    /// one of the app as it is under the decisions of now.
    mutating func admit(_ operation: Write.Operation) throws(HearthError) {
        let current = try origin.current(in: working.snapshot.access)
        guard current !== origin else { return }
        origin = current
        guard let view = current.view else { return }
        switch operation {
        case .save(let columns): try view.checkSharing(of: columns)
        case .addToWorkout(let addition): try view.checkSharing(of: addition)
        case .setCharacteristics(let values): try view.checkSetting(of: values)
        case .delete, .register, .acknowledge, .rankSources, .controlAccess, .recordAccess, .noteDelivery, .storeCounts:
            break
        }
    }

    /// Nil if readers have to prepare more: at most, what they have prepared was staged.
    mutating func execute(_ operation: Write.Operation) throws(HearthError) -> Receipt? {
        guard let counts = try counts(of: operation) else { return nil }
        return counts.receipt(at: working.snapshot.anchor(ofReader: origin.view))
    }

    /// Executes a write, and counts what it changed.
    private mutating func counts(of operation: Write.Operation) throws(HearthError) -> ChangeCounts? {
        switch operation {
        case .save(let columns):
            guard case .save(let prepared)? = try preparation?.get() else { return try save(columns, nil)?.counts }
            return try save(columns, prepared)?.counts
        case .delete(.objects(let ids)):
            return try delete(ids)
        case .delete(.matching(let clause)):
            return try delete(clause)
        case .addToWorkout(let request):
            guard case .addition(let prepared)? = try preparation?.get() else { return try add(request, nil) }
            return try add(request, prepared)
        case .setCharacteristics(let values):
            working.set(working.snapshot.characteristics.changed(by: values))
            return ChangeCounts()
        case .register(let delivery):
            try register(delivery)
            return ChangeCounts()
        case .acknowledge(let acknowledgement):
            try acknowledge(acknowledgement)
            return ChangeCounts()
        case .noteDelivery(let note):
            self.note(note)
            return ChangeCounts()
        case .rankSources(let type, let list):
            working.snapshot.sourceRanks[type] = list.apps
            return ChangeCounts()
        case .controlAccess(let control):
            try working.snapshot.access.execute(control, at: time)
            return ChangeCounts()
        case .recordAccess(let grants):
            try working.snapshot.access.record(grants, of: origin.app, at: time)
            return ChangeCounts()
        case .storeCounts(let counts):
            count(counts)
            return ChangeCounts()
        }
    }
}

// MARK: - Counting

extension WriteExecution {
    /// Stores counts, and forgets those that are older than the days that are kept.
    private mutating func count(_ counts: AccessCounts) {
        working.snapshot.accessCounts.replace(with: counts)
        working.snapshot.accessCounts.forgetOld()
    }
}
