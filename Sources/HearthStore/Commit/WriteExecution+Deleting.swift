internal import HearthModel
internal import HearthWire

extension WriteExecution {
    mutating func delete(_ ids: [ObjectID]) throws(HearthError) -> Outcome {
        let found = try Locator(snapshot: working.snapshot, reader: working.reader).locate(ids)
        var locations: [Location] = []
        var seen: Set<ObjectID> = []
        var provenances: [Int64: [UInt32]] = [:]
        for (index, id) in ids.enumerated() where seen.insert(id).inserted {
            guard let location = found[index] else {
                throw HearthError(.objectNotFound, "No such sample is stored.", field: "objects.uuids[\(index)]")
            }
            let segment = location.segment
            if provenances[segment.id] == nil {
                provenances[segment.id] = try working.reader.rows(of: segment, .provenances).provenances
            }
            guard let number = provenances[segment.id]?[location.row], isOwn(number) else {
                throw HearthError(.notOwner, "Another app saved the sample.", field: "objects.uuids[\(index)]")
            }
            locations.append(location)
        }
        return try delete(locations)
    }

    mutating func delete(_ clause: Clause) throws(HearthError) -> Outcome {
        let context = PredicateContext(snapshot: working.snapshot, reader: working.reader)
        let predicate = try PreparedPredicate(clause.predicate, of: clause.type, context)
        var locations: [Location] = []
        for segment in working.snapshot.samples[clause.type]?.elements ?? [] {
            guard segment.summary.provenances.contains(where: isOwn),
                try predicate.certainty(for: segment.summary) != .never
            else { continue }
            let rows = try working.reader.rows(of: segment, predicate.parts.union(.provenances))
            for row in try predicate.matches(rows).chosen.numbers where isOwn(rows.provenances[row]) {
                locations.append(Location(segment: segment, row: row))
            }
        }
        return try delete(locations)
    }

    private func isOwn(_ provenance: UInt32) -> Bool {
        let source = working.snapshot.provenances[provenance].source
        return source?.bundleIdentifier.isIdentical(to: origin.source.bundleIdentifier) ?? false
    }

    private mutating func delete(_ locations: [Location]) throws(HearthError) -> Outcome {
        guard !locations.isEmpty else { return Outcome() }
        var deletions: [DeletedSample] = []
        var metadata: [Int64: SampleColumns] = [:]
        for location in locations {
            let segment = location.segment
            if metadata[segment.id] == nil {
                metadata[segment.id] = try working.reader.rows(of: segment, .metadata).samples
            }
            guard let samples = metadata[segment.id] else { throw .damagedBlock }
            let kept = samples.metadata[location.row].map(SyncMark.kept) ?? .none
            deletions.append(DeletedSample(id: samples.ids[location.row], type: samples.type, kept: kept))
        }
        let commit = working.head + UInt64(deletions.count)
        try working.remove(locations)
        addDeletions(deletions, commit)
        working.set(head: commit)
        for deletion in deletions where deletion.type.kind == .workout {
            working.removeAssociations(of: deletion.id)
        }
        return Outcome(deleted: deletions.count)
    }

    mutating func add(_ request: AddToWorkout) throws(HearthError) -> Outcome {
        let workout = try Locator(snapshot: working.snapshot, reader: working.reader).locate(request.workout)
        guard workout?.segment.type?.kind == .workout else {
            throw .workoutNotFound
        }
        let saved = try save(request.columns)
        // One of the samples may have taken the workout's place.
        if saved.outcome.deleted > 0,
            try Locator(snapshot: working.snapshot, reader: working.reader).locate(request.workout) == nil
        {
            throw .workoutNotFound
        }
        let stored = try Locator(snapshot: working.snapshot, reader: working.reader).locate(request.stored)
        if let missing = stored.firstIndex(where: { $0 == nil }) {
            throw HearthError(.objectNotFound, "No such sample is stored.", field: "stored[\(missing)]")
        }
        working.associate(saved.ids + request.stored, with: request.workout, coder)
        return saved.outcome
    }
}

extension HearthError {
    fileprivate static let workoutNotFound = HearthError(
        .workoutNotFound,
        "No such workout is stored: save it first.",
        field: "workout"
    )
}
