internal import HearthModel
internal import HearthWire

extension WriteExecution {
    /// Deletes samples by their UUIDs. Nil if the search has to go on.
    mutating func delete(_ ids: [ObjectID]) throws(HearthError) -> Outcome? {
        guard let places = try places(of: ids) else { return nil }
        var doomed: [DeletedRows] = []
        var seen: Set<ObjectID> = []
        for (index, id) in ids.enumerated() where seen.insert(id).inserted {
            guard let (location, isOwn) = places[index] else {
                throw HearthError(.objectNotFound, "No such sample is stored.", field: "objects.uuids[\(index)]")
            }
            guard isOwn else {
                throw HearthError(.notOwner, "Another app saved the sample.", field: "objects.uuids[\(index)]")
            }
            if let last = doomed.last, last.segment === location.segment {
                doomed[doomed.count - 1].rows.append(location.row..<location.row + 1)
            } else {
                doomed.append(DeletedRows(segment: location.segment, rows: .range(location.row..<location.row + 1)))
            }
        }
        return try delete(doomed, places.rewrites)
    }

    /// What was looked up before the write, and what has changed since. Nil if that is too much to be looked up here.
    private func places(of ids: [ObjectID]) throws(HearthError) -> FoundObjects? {
        var found = FoundObjects(count: ids.count)
        var most = Int.max
        if case .objects(let searched)? = try search?.get() {
            found = searched
            most = WriteExecution.unknownMax
        }
        found.update(to: working.snapshot)
        let unknown = found.unknown
        let sought = Array(unknown.prefix(most))
        let locator = Locator(snapshot: working.snapshot, reader: working.reader)
        try found.locate(sought, of: ids, by: origin, locator)
        // The first that does not exist is an error, however many follow.
        return unknown.count <= most || sought.contains { found[$0] == nil } ? found : nil
    }

    /// The number of UUIDs that the commit of a searched deletion looks up.
    private static let unknownMax = 64

    /// Deletes what a clause means. Nil if the search has to go on.
    mutating func delete(_ clause: Clause) throws(HearthError) -> Outcome? {
        guard let found = try rows(matching: clause) else { return nil }
        return try delete(found.bySegment(in: working.snapshot), found.rewrites)
    }

    /// What was found before the write, and what has changed since. Nil if that is too much to be searched here, where
    /// the writes of all clients wait for it.
    private func rows(matching clause: Clause) throws(HearthError) -> FoundRows? {
        let (snapshot, reader) = (working.snapshot, working.reader)
        defer { reader.allowance = .max }
        var found: FoundRows
        if case .rows(let searched)? = try search?.get() {
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

    /// Deletes rows, segment by segment: a deletion may be of everything that there is. Nil if readers are to prepare more
    /// of it: what they have prepared is staged.
    private mutating func delete(
        _ doomed: [DeletedRows],
        _ rewrites: SegmentRewrites
    ) throws(HearthError) -> Outcome? {
        let count = doomed.reduce(0) { $0 + $1.rows.count }
        guard count > 0 else { return Outcome() }
        let bySegment = DeletedRows.bySegment(doomed)
        if search != nil, !rewrites.lacking(bySegment, working.options).isEmpty {
            working.stage(rewrites)
            return nil
        }
        var prepared: [Int64: SegmentRewrite] = [:]
        for deleted in bySegment {
            prepared[deleted.segment.id] = rewrites.rewrite(of: deleted.segment, deleting: deleted.rows)
        }
        let commit = working.head + UInt64(count)
        var next = working.head + 1
        var workouts: [ObjectID] = []
        for type in Set(doomed.compactMap(\.segment.type)).sorted(by: { $0.index < $1.index }) {
            var gathered: [DeletionRows] = []
            for rows in doomed where rows.segment.type == type {
                gathered.append(try deletions(of: rows, prepared[rows.segment.id], from: next, commit))
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
        for deleted in bySegment {
            if let rewrite = prepared[deleted.segment.id] {
                working.replace(deleted.segment, with: rewrite, rewrites)
            } else {
                try working.remove(deleted.rows.numbers, of: deleted.segment)
            }
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
        of doomed: DeletedRows,
        _ prepared: SegmentRewrite?,
        from first: UInt64,
        _ commit: UInt64
    ) throws(HearthError) -> DeletionRows {
        let segment = doomed.segment
        let rows = doomed.rows
        let ids: [ObjectID]
        var kept: [Metadata] = []
        if let deleted = prepared?.deleted {
            (ids, kept) = deleted.columns(of: rows)
        } else if segment.summary.hasSyncKeys {
            let samples = try working.reader.rows(of: segment, .metadata).samples
            ids = samples.ids.selecting(rows)
            kept = rows.numbers.map { samples.metadata[$0].map(SyncMark.kept) ?? .none }
        } else {
            // Most segments hold nothing that is kept.
            ids = try working.reader.ids(of: segment).selecting(rows)
        }
        let metadata = DictionaryColumn(kept)
        return DeletionRows(
            ids: ids,
            times: Array(repeating: time, count: rows.count),
            sequences: Array(first..<first + UInt64(rows.count)),
            commits: Array(repeating: commit, count: rows.count),
            metadata: kept.isEmpty || metadata.entries == [.none] ? DictionaryColumn() : metadata
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
