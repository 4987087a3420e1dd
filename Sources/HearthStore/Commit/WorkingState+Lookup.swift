internal import HearthModel

extension WorkingState {
    /// The numbers of the provenances of a save. Those that have none get one, if there is room for all.
    mutating func numbers(
        of columns: ArraySlice<SampleColumns>,
        from origin: Write.Origin,
        _ coder: MetadataCoder
    ) throws(HearthError) -> ProvenanceNumbers {
        let numbers = lookUp(columns, from: origin)
        guard !numbers.lacking.isEmpty else { return numbers }
        try numbers.checkRoom(in: snapshot.provenances, options)
        append(numbers.lacking, coder)
        return lookUp(columns, from: origin)
    }

    private func lookUp(_ columns: ArraySlice<SampleColumns>, from origin: Write.Origin) -> ProvenanceNumbers {
        var numbers = ProvenanceNumbers(from: origin)
        _ = numbers.lookUp(columns, in: snapshot.provenances)
        return numbers
    }

    /// Gives provenances numbers, unless they have some.
    mutating func number(_ provenances: [Provenance], _ coder: MetadataCoder) throws(HearthError) {
        let new = provenances.filter { snapshot.provenances.number(of: $0) == nil }
        guard snapshot.provenances.firstWithoutRoom(of: new, options) == nil else {
            throw .tooManyProvenances("columns")
        }
        append(new, coder)
    }

    private mutating func append(_ provenances: [Provenance], _ coder: MetadataCoder) {
        for provenance in provenances {
            let number = snapshot.provenances.append(provenance)
            changes.add(
                StoredProvenance(number: number, message: coder.encode(Attachments(provenances: [provenance])))
            )
        }
    }
}

// MARK: - Indexes

extension WorkingState {
    private var keyReader: KeyReader { KeyReader(snapshot: snapshot, reader: reader) }

    /// Reads the keys of some segments that the indexes do not know yet; false when there are none left.
    mutating func completeIndexes(atMost most: Int) throws(HearthError) -> Bool {
        guard !snapshot.identifiers.isComplete || !snapshot.syncKeys.isComplete else { return false }
        snapshot.identifiers.add(try keyReader.identifiers(of: snapshot.identifiers.takeUnindexed(atMost: most)))
        snapshot.syncKeys.add(try keyReader.syncKeys(of: snapshot.syncKeys.takeUnindexed(atMost: most)))
        return true
    }

    /// The same for associations, which only newer versions of samples need.
    mutating func completeAssociatedSamples(atMost most: Int) throws(HearthError) -> Bool {
        guard !snapshot.associatedSamples.isComplete else { return false }
        let unindexed = snapshot.associatedSamples.takeUnindexed(atMost: most)
        snapshot.associatedSamples.add(try keyReader.members(of: unindexed))
        return true
    }

    /// The same for deletions, which saves of several apps need.
    mutating func completeDeletedIDs(atMost most: Int) throws(HearthError) -> Bool {
        guard !snapshot.deletedIDs.isComplete else { return false }
        try indexDeletions(of: snapshot.deletedIDs.takeUnindexed(atMost: most))
        return true
    }

    /// Reads the keys of the deletions that saves have to look at, so that the next saves need not. Those that cannot be read
    /// now are left to the saves that need them.
    mutating func completeDeletedIDs(soughtBy writes: [Write]) {
        guard !snapshot.deletedIDs.isComplete else { return }
        var ids: [ObjectID] = []
        // By index: a loop over the elements would copy them.
        for index in writes.indices
        where snapshot.deletedIDs.concern(writes[index].origin) && !isWaiting(writes[index]) {
            ids += writes[index].operation.savedColumns.flatMap(\.ids)
        }
        let sought = snapshot.deletedIDs.takeUnindexed(withAny: ids)
        do throws(HearthError) {
            try indexDeletions(of: sought)
        } catch {
            snapshot.deletedIDs.giveBack(sought)
        }
    }

    /// Whether a save can wait until commits have read the blocks, a few at a time.
    private func isWaiting(_ write: Write) -> Bool {
        write.preparation != nil && snapshot.deletedIDs.lacksMany(for: write.origin)
    }

    private mutating func indexDeletions(of segments: [Segment]) throws(HearthError) {
        // Some may have been forgotten since.
        for segment in segments where snapshot.contains(segment) {
            guard let rows = try reader.intactDeletions(of: segment) else { continue }
            snapshot.deletedIDs.add(rows, snapshot.provenances)
        }
    }

    /// Frees an index of stale keys, a few items at a time; false if no index has too many.
    mutating func renewIndexes(atMost most: Int) -> Bool {
        let (keys, now, stale) = (keyReader, snapshot, options.staleKeys)
        snapshot.identifiers.beginRenewal(stale: stale, of: now.segments(where: \.hasUnorderedIDs), \.count)
        if snapshot.identifiers.renew(atMost: most, keys.identifiers) { return true }
        snapshot.syncKeys.beginRenewal(stale: stale, of: now.segments(where: \.hasSyncKeys), \.count)
        if snapshot.syncKeys.renew(atMost: most, keys.syncKeys) { return true }
        snapshot.associatedSamples.beginRenewal(stale: stale, of: now.associations.elements, \.summary.count)
        if snapshot.associatedSamples.renew(atMost: most, keys.members) { return true }
        let deletions = now.deletions.values
        return snapshot.deletedIDs.renew(
            atMost: most,
            stale: stale,
            of: deletions.flatMap(\.elements),
            keys.deletions
        )
    }
}
