internal import HearthModel

extension WriteExecution {
    /// Deletes samples by their UUIDs. Nil if the search must continue.
    mutating func delete(_ ids: [ObjectID]) throws(HearthError) -> Outcome? {
        guard let found = try locations(of: ids) else { return nil }
        let indexes = try found.indexesByType()
        let deleted = found.bySegment
        guard let prepared = prepared(deleted, found.rewrites) else { return nil }
        let count = indexes.reduce(0) { $0 + $1.indexes.count }
        var deletions = gathered(count, from: deleted)
        for (type, indexes) in indexes {
            var kept: [Int64: SegmentRewrite.Deleted] = [:]
            for rows in deleted where rows.segment.type == type {
                kept[rows.segment.id] = try keptColumns(rows, prepared)
            }
            for index in indexes {
                guard let (location, _) = found[index] else { continue }
                deletions.append(ids[index], kept[location.segment.id]?.kept(of: location.row))
                add(&deletions, of: type, atLeast: working.options.segmentSamples)
            }
            add(&deletions, of: type)
        }
        try remove(deleted, prepared, found.rewrites)
        working.set(head: deletions.commit)
        working.removeAssociations(of: indexes.first { $0.type == .workout }?.indexes.map { ids[$0] } ?? [])
        var types = SampleCounts()
        for (type, indexes) in indexes {
            types.add(UInt64(indexes.count), of: type)
        }
        return Outcome(deleted: count, types: types)
    }

    /// Deletions of rows that the app has saved, which take `count` numbers.
    private func gathered(_ count: Int, from deleted: [DeletedRows]) -> GatheredDeletions {
        let provenances = working.snapshot.provenances
        let numbers = deleted.lazy.flatMap(\.segment.summary.provenances)
        return GatheredDeletions(
            from: working.head + 1,
            commit: working.head + UInt64(count),
            at: time,
            of: numbers.first { provenances[$0].isSaved(by: origin) } ?? DeletionRows.unknownOwner
        )
    }

    /// What was looked up before the write, and what has changed since. Nil if that is too much to be looked up here.
    private func locations(of ids: [ObjectID]) throws(HearthError) -> FoundObjects? {
        var found = FoundObjects(count: ids.count)
        var most = Int.max
        if case .objects(let searched)? = try preparation?.get() {
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

    /// The number of UUIDs that the commit of a prepared write looks up.
    static let unknownMax = 64

    /// Deletes what a clause means. Nil if the search must continue.
    mutating func delete(_ clause: Clause) throws(HearthError) -> Outcome? {
        guard let found = try rows(matching: clause) else { return nil }
        let deleted = found.bySegment(in: working.snapshot)
        let unnoted = found.deletions.withoutBlocks(deleted)
        found.deletions.noteLacking(unnoted.count)
        guard let prepared = prepared(deleted, found.rewrites) else { return nil }
        guard preparation == nil || found.deletions.lacking(deleted, working.options).isEmpty else {
            stage(found.deletions)
            return nil
        }
        let count = deleted.reduce(0) { $0 + $1.rows.count }
        guard count > 0 else { return Outcome() }
        let numbered = unnoted.reduce(Int(found.deletions.count)) { $0 + $1.rows.count }
        var deletions = gathered(numbered, from: deleted)
        var workouts = found.deletions.workouts
        for rows in unnoted {
            let (ids, kept) = try rows.noted(working.reader)
            deletions.append(ids, kept)
            if clause.type.kind == .workout {
                workouts += ids
            }
            // A deletion may be of everything that there is.
            add(&deletions, of: clause.type, atLeast: working.options.segmentSamples)
        }
        add(&deletions, of: clause.type)
        add(found.deletions, commit: deletions.commit)
        try remove(deleted, prepared, found.rewrites)
        working.set(head: deletions.commit)
        working.removeAssociations(of: workouts)
        return Outcome(deleted: count, types: SampleCounts(count, of: clause.type))
    }

    /// Stages all blocks with deletions that readers have made. These get numbers close to those that they will have.
    private mutating func stage(_ deletions: PreparedDeletions) {
        for (key, _, block) in deletions.blocks where block.encodedBytes > 0 {
            _ = working.stage(block, after: working.head, at: time, as: key, of: deletions)
        }
    }

    /// Adds deletions whose blocks readers have prepared, as the last ones of a commit.
    private mutating func add(_ deletions: PreparedDeletions, commit: UInt64) {
        var segments: [Segment] = []
        for (key, fromEnd, block) in deletions.blocks {
            segments.append(working.stage(block, after: commit - fromEnd, at: time, as: key, of: deletions))
        }
        working.adopt(segments)
    }

    /// What was found before the write, and what has changed since. Nil if that is too much to be searched here, where
    /// the writes of all clients wait for it.
    private func rows(matching clause: Clause) throws(HearthError) -> FoundRows? {
        let (snapshot, reader) = (working.snapshot, working.reader)
        guard case .rows(var found)? = try preparation?.get() else {
            var preparation = DeletionPreparation(clause, by: origin, snapshot, reader)
            guard let matching = try preparation.proceed(reader) else { return nil }
            return try searched(FoundRows(matching), in: snapshot, reader)
        }
        return try reader.withBudget(rows: working.options.searchedRows) { () throws(HearthError) in
            if !found.hold(in: snapshot, reader) {
                var update = FoundRowsUpdate(of: found, to: snapshot, reader)
                guard try update.proceed(&found, reader) else { return nil }
            }
            return try searched(found, in: snapshot, reader)
        }
    }

    /// Searches the segments that were not searched yet. Nil if the budget does not reach.
    private func searched(
        _ found: FoundRows,
        in snapshot: Snapshot,
        _ reader: SegmentReader
    ) throws(HearthError) -> FoundRows? {
        var found = found
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

    /// What readers have prepared of the segments from which rows are deleted. Nil if they are to prepare more: what they
    /// have is staged.
    mutating func prepared(_ deleted: [DeletedRows], _ rewrites: SegmentRewrites) -> [Int64: SegmentRewrite]? {
        if preparation != nil {
            let lacking = rewrites.lacking(deleted, working.options)
            rewrites.noteLacking(lacking.count)
            if !lacking.isEmpty {
                working.stage(rewrites)
                return nil
            }
        }
        var prepared: [Int64: SegmentRewrite] = [:]
        for rows in deleted {
            prepared[rows.segment.id] = rewrites.rewrite(of: rows.segment, deleting: rows.rows)
        }
        return prepared
    }

    /// What is noted of deleted rows. Nil if nothing is kept of them but their UUIDs, as of most.
    private func keptColumns(
        _ deleted: DeletedRows,
        _ prepared: [Int64: SegmentRewrite]
    ) throws(HearthError) -> SegmentRewrite.Deleted? {
        let segment = deleted.segment
        if let columns = prepared[segment.id]?.deleted { return columns }
        guard segment.summary.hasSyncKeys else { return nil }
        return SegmentRewrite.Deleted(deleted.rows, of: try working.reader.rows(of: segment, .metadata).samples)
    }

    /// Adds the deletions that were gathered, if there are enough of them.
    mutating func add(_ deletions: inout GatheredDeletions, of type: ObjectType, atLeast least: Int = 1) {
        guard deletions.count >= least, let rows = deletions.take() else { return }
        working.add(rows, of: type, rows.sequences.bounds)
    }

    /// Takes rows out of their segments.
    mutating func remove(
        _ deleted: [DeletedRows],
        _ prepared: [Int64: SegmentRewrite],
        _ rewrites: SegmentRewrites
    ) throws(HearthError) {
        for rows in deleted.sorted(by: { $0.segment.id < $1.segment.id }) {
            if let rewrite = prepared[rows.segment.id] {
                working.replace(rows.segment, with: rewrite, rewrites)
            } else {
                try working.remove(rows.rows, of: rows.segment)
            }
        }
    }
}
