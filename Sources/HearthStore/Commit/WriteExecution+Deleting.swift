internal import HearthModel

extension WriteExecution {
    /// Deletes samples by their UUIDs. Nil if the search must continue.
    mutating func delete(_ ids: [ObjectID]) throws(HearthError) -> ChangeCounts? {
        guard let found = try locations(of: ids) else { return nil }
        try found.check()
        return try delete(found.bySegment, found.rewrites, found.deletions)
    }

    /// Deletes what a clause means. Nil if the search must continue.
    mutating func delete(_ clause: Clause) throws(HearthError) -> ChangeCounts? {
        guard let found = try rows(matching: clause) else { return nil }
        return try delete(found.bySegment(in: working.snapshot), found.rewrites, found.deletions)
    }

    /// Deletes rows, in the order of their types. Nil if readers are to prepare more: what they have is staged.
    private mutating func delete(
        _ deleted: [DeletedRows],
        _ rewrites: SegmentRewrites,
        _ noted: PreparedDeletions
    ) throws(HearthError) -> ChangeCounts? {
        let unnoted = noted.withoutBlocks(deleted)
        noted.noteLacking(unnoted.count)
        guard arePrepared(deleted, rewrites, atMost: working.options.rewrittenRows) else { return nil }
        guard preparation == nil || noted.lacking(deleted, working.options).isEmpty else {
            stage(noted)
            return nil
        }
        var types = SampleCounts()
        for rows in deleted {
            guard let type = rows.segment.type else { continue }
            types.add(UInt64(rows.rows.count), of: type)
        }
        let count = deleted.reduce(0) { $0 + $1.rows.count }
        guard count > 0 else { return ChangeCounts() }
        let numbered = unnoted.reduce(Int(noted.count)) { $0 + $1.rows.count }
        var deletions = gathered(numbered, from: deleted)
        var workouts = noted.workouts
        for (index, rows) in unnoted.enumerated() {
            guard let type = rows.segment.type else { continue }
            let noted = try rows.noted(working.reader)
            deletions.append(noted)
            workouts += type == .workout ? noted.ids : []
            let isLast = index + 1 == unnoted.count || unnoted[index + 1].segment.type != type
            // A deletion may be of everything that there is.
            add(&deletions, of: type, atLeast: isLast ? 1 : working.options.segmentSamples)
        }
        add(noted, commit: deletions.commit)
        try deleted.remove(from: &working, rewrites)
        working.set(head: deletions.commit)
        working.removeAssociations(of: workouts)
        return ChangeCounts(deleted: count, types: types)
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
        let (keys, owner) = deletions.deletedIDs
        working.snapshot.deletedIDs.add(keys, after: commit + 1, of: owner, working.snapshot.provenances)
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

    /// Whether readers have prepared the segments from which rows are deleted, except for what the commit may do itself: at
    /// most this much work. If they have to prepare more, what they have is staged.
    mutating func arePrepared(_ deleted: [DeletedRows], _ rewrites: SegmentRewrites, atMost most: Int) -> Bool {
        guard preparation != nil else { return true }
        let lacking = rewrites.lacking(deleted, atMost: most)
        rewrites.noteLacking(lacking.count)
        guard !lacking.isEmpty else { return true }
        working.stage(rewrites)
        return false
    }

    /// Adds the deletions that were gathered, if there are enough of them.
    private mutating func add(_ deletions: inout GatheredDeletions, of type: ObjectType, atLeast least: Int) {
        guard deletions.count >= least, let rows = deletions.take() else { return }
        working.add(rows, of: type, rows.sequences.bounds)
    }
}
