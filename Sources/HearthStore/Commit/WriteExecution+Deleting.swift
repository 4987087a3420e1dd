internal import HearthModel
internal import HearthWire

extension WriteExecution {
    mutating func delete(_ ids: [ObjectID]) throws(HearthError) -> Outcome {
        let found = try Locator(snapshot: working.snapshot, reader: working.reader).locate(ids)
        var doomed: [DoomedRows] = []
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
            if let last = doomed.last, last.segment === segment {
                doomed[doomed.count - 1].rows.append(location.row..<location.row + 1)
            } else {
                doomed.append(DoomedRows(segment: segment, rows: .range(location.row..<location.row + 1)))
            }
        }
        return try delete(doomed)
    }

    /// Deletes what a clause means. Nil if the search has to go on: nothing was done.
    mutating func delete(_ clause: Clause) throws(HearthError) -> Outcome? {
        guard let found = try rows(matching: clause) else { return nil }
        var doomed: [DoomedRows] = []
        for segment in working.snapshot.samples[clause.type]?.elements ?? [] {
            if let rows = found[segment], !rows.isEmpty {
                doomed.append(DoomedRows(segment: segment, rows: rows))
            }
        }
        return try delete(doomed)
    }

    /// What was found before the write, and what has changed since. Nil if that is too much to be searched here, where
    /// the writes of all clients wait for it.
    private func rows(matching clause: Clause) throws(HearthError) -> FoundRows? {
        let (snapshot, reader) = (working.snapshot, working.reader)
        defer { reader.allowance = .max }
        var found: FoundRows
        if let searched = try search?.get() {
            found = searched
            reader.allowance = working.options.searchedRows
            if !found.hold(in: snapshot, reader) {
                var update = FoundRowsUpdate(of: found, to: snapshot, reader)
                guard try update.proceed(&found, reader) else { return nil }
            }
        } else {
            var preparation = DeletionPreparation(clause, by: origin, snapshot, reader)
            guard let matching = try preparation.proceed(reader) else { return nil }
            found = FoundRows(matching)
        }
        for segment in found.unsearched(in: snapshot) {
            guard !reader.isExhausted else { return nil }
            var rows = RowMask(false, count: segment.count)
            if var search = try found.matching.search(in: segment, reader) {
                guard let judged = try search.proceed(reader) else { return nil }
                rows = found.matching.own(judged, of: search.rows)
            }
            found.note(rows, in: segment)
        }
        return found
    }

    private func isOwn(_ provenance: UInt32) -> Bool {
        working.snapshot.provenances[provenance].isSaved(by: origin)
    }

    /// Deletes rows, segment by segment: a deletion may be of everything that there is.
    private mutating func delete(_ doomed: [DoomedRows]) throws(HearthError) -> Outcome {
        let count = doomed.reduce(0) { $0 + $1.rows.count }
        guard count > 0 else { return Outcome() }
        let commit = working.head + UInt64(count)
        var next = working.head + 1
        var workouts: [ObjectID] = []
        for type in Set(doomed.compactMap(\.segment.type)).sorted(by: { $0.index < $1.index }) {
            var gathered: [DeletionRows] = []
            for rows in doomed where rows.segment.type == type {
                gathered.append(try deletions(of: rows, from: next, commit))
                next += UInt64(rows.rows.count)
                if type.kind == .workout {
                    workouts += gathered.last?.ids ?? []
                }
                if gathered.reduce(0, { $0 + $1.count }) >= working.options.segmentSamples {
                    add(&gathered, of: type)
                }
            }
            add(&gathered, of: type)
        }
        for (segment, rows) in DoomedRows.bySegment(doomed) {
            try working.remove(rows.flatMap(\.numbers), of: segment)
        }
        working.set(head: commit)
        for workout in workouts {
            working.removeAssociations(of: workout)
        }
        return Outcome(deleted: count)
    }

    private mutating func add(_ gathered: inout [DeletionRows], of type: ObjectType) {
        guard !gathered.isEmpty else { return }
        let rows = DeletionRows.joined(gathered)
        working.add(rows, of: type, rows.sequences.bounds)
        gathered = []
    }

    /// The deletions of some rows of a segment.
    private func deletions(
        of doomed: DoomedRows,
        from first: UInt64,
        _ commit: UInt64
    ) throws(HearthError) -> DeletionRows {
        let segment = doomed.segment
        let rows = doomed.rows
        var ids: [ObjectID]
        var metadata = DictionaryColumn<Metadata>()
        // Most segments hold nothing that is kept.
        if segment.summary.hasSyncKeys {
            let samples = try working.reader.rows(of: segment, .metadata).samples
            ids = samples.ids
            metadata = DictionaryColumn(rows.numbers.map { samples.metadata[$0].map(SyncMark.kept) ?? .none })
            if metadata.entries == [.none] {
                metadata = DictionaryColumn()
            }
        } else {
            ids = try working.reader.ids(of: segment)
        }
        return DeletionRows(
            ids: ids.selecting(rows),
            times: Array(repeating: time, count: rows.count),
            sequences: Array(first..<first + UInt64(rows.count)),
            commits: Array(repeating: commit, count: rows.count),
            metadata: metadata
        )
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

/// Rows of a segment that are to be deleted, in the order of their deletions.
private struct DoomedRows {
    let segment: Segment
    var rows: RowList

    /// All rows of each segment together.
    static func bySegment(_ doomed: [DoomedRows]) -> [(segment: Segment, rows: [RowList])] {
        var bySegment: [Int64: (segment: Segment, rows: [RowList])] = [:]
        for part in doomed {
            bySegment[part.segment.id, default: (part.segment, [])].rows.append(part.rows)
        }
        return bySegment.values.sorted { $0.segment.id < $1.segment.id }
    }
}
