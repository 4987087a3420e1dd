internal import HearthModel

extension WriteExecution {
    /// Associates samples with a workout. Nil: the commit may do only a little, and readers have to prepare it.
    mutating func add(_ request: AddToWorkout, isBounded: Bool = false) throws(HearthError) -> Outcome? {
        guard try visible([request.workout])[0]?.segment.type?.kind == .workout else {
            throw .workoutNotFound
        }
        guard let saved = try save(request.columns, isBounded: isBounded) else { return nil }
        try checkIsStored(request.workout, after: saved.outcome)
        let stored = try visible(request.stored)
        if let missing = stored.firstIndex(where: { $0 == nil }) {
            throw .notStored(missing)
        }
        working.associate(saved.ids + request.stored, with: request.workout, coder)
        return saved.outcome
    }

    /// The same with what readers have prepared. Nil: they have to prepare more, and what there is was staged.
    mutating func add(_ request: AddToWorkout, _ prepared: PreparedAddition) throws(HearthError) -> Outcome? {
        guard try visible([request.workout])[0]?.segment.type?.kind == .workout else {
            throw .workoutNotFound
        }
        let before = working
        var outcome = Outcome()
        if let save = prepared.save {
            guard let saved = try self.save(request.columns, save) else { return nil }
            outcome = saved
            try checkIsStored(request.workout, after: saved)
        }
        guard try areStored(request.stored, prepared.found) else {
            let refused = working
            working = before
            working.skipBlocks(of: refused)
            return nil
        }
        prepared.associations.add(to: &working)
        return outcome
    }

    /// One of the samples may have taken the workout's place.
    private func checkIsStored(_ workout: ObjectID, after saved: Outcome) throws(HearthError) {
        guard saved.deleted > 0 else { return }
        guard try Locator(snapshot: working.snapshot, reader: working.reader).locate(workout) != nil else {
            throw .workoutNotFound
        }
    }

    /// Where samples are that the app may see; nil: there is none.
    private func visible(_ ids: [ObjectID]) throws(HearthError) -> [Location?] {
        try Locator(snapshot: working.snapshot, reader: working.reader).locate(ids, visibleThrough: origin.view)
    }

    /// False if more has changed than is looked up here. Throws if one of the samples is not stored.
    private func areStored(_ ids: [ObjectID], _ looked: FoundObjects) throws(HearthError) -> Bool {
        var found = looked
        found.update(to: working.snapshot)
        let unknown = found.unknown
        let sought = Array(unknown.prefix(WriteExecution.unknownMax))
        let locations = try visible(sought.map { ids[$0] })
        if let missing = locations.firstIndex(where: { $0 == nil }) {
            throw .notStored(sought[missing])
        }
        return unknown.count == sought.count
    }
}

extension HearthError {
    fileprivate static let workoutNotFound = HearthError(
        .workoutNotFound,
        "The workout is not stored: save it first.",
        field: "workout"
    )

    fileprivate static func notStored(_ index: Int) -> HearthError {
        HearthError(.objectNotFound, "The sample is not stored.", field: "stored[\(index)]")
    }
}
