internal import HearthModel

extension WriteExecution {
    /// Saves the samples of the request, then associates them and stored ones with the workout. `addition`: what
    /// readers have prepared. Returns nil if they must prepare more; then nothing changes, except that prepared blocks
    /// may be staged.
    mutating func add(_ request: AddToWorkout, _ addition: PreparedAddition?) throws(HearthError) -> ChangeCounts? {
        guard try visible([request.workout])[0]?.segment.type?.kind == .workout else {
            throw .workoutNotFound
        }
        if let addition, addition.isOpen {
            addition.members.stage(in: &working)
            return nil
        }
        let before = working
        var counts = ChangeCounts()
        var members: [ObjectID] = []
        if !request.columns.isEmpty {
            guard let saved = try save(request.columns, addition?.save) else { return nil }
            (counts, members) = (saved.counts, saved.ids)
            try checkIsStored(request.workout, after: counts)
        }
        let prepared = addition?.isPrepared == true ? addition : nil
        if addition?.isDeclined == true, request.stored.count > WriteExecution.unknownMax { throw .changesTooFast }
        guard try areStored(request.stored, prepared) else {
            prepared?.noteReturn()
            let refused = working
            working = before
            working.skipBlocks(of: refused)
            return nil
        }
        if let prepared {
            prepared.members.add(nil, to: &working)
        } else {
            AssociationBlocks([(request.workout, members + request.stored)], working.options, coder).add(to: &working)
        }
        return counts
    }

    /// One of the samples may have replaced the workout.
    private func checkIsStored(_ workout: ObjectID, after saved: ChangeCounts) throws(HearthError) {
        guard saved.deleted > 0 else { return }
        guard try Locator(snapshot: working.snapshot, reader: working.reader).locate(workout) != nil else {
            throw .workoutNotFound
        }
    }

    /// Where samples are that the app may see; nil: there is none.
    private func visible(_ ids: [ObjectID]) throws(HearthError) -> [Location?] {
        try Locator(snapshot: working.snapshot, reader: working.reader).locate(ids, visibleThrough: origin.view)
    }

    /// False if more has changed since readers looked than is looked up here. Throws if one of the samples is not stored.
    private func areStored(_ ids: [ObjectID], _ prepared: PreparedAddition?) throws(HearthError) -> Bool {
        guard let prepared else {
            try checkAreStored(ids.indices, of: ids)
            return true
        }
        var found = prepared.found(of: ids.count, for: origin)
        found.update(to: working.snapshot)
        let unknown = found.unknown
        let sought = unknown.prefix(prepared.mostUnknown)
        try checkAreStored(sought, of: ids)
        return unknown.count == sought.count
    }

    private func checkAreStored(_ indexes: some Collection<Int>, of ids: [ObjectID]) throws(HearthError) {
        for (index, location) in zip(indexes, try visible(indexes.map { ids[$0] })) {
            guard let location else { throw .notStored(index) }
            try origin.checkAdding(location, at: index)
        }
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
