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

    /// Reads the keys of some blocks that the indexes lack. Returns how many it has read. `ofOwnersTool`: only those that writes
    /// of the owner's tool need.
    @discardableResult
    mutating func completeIndexes(atMost most: Int, ofOwnersTool: Bool = false) throws(HearthError) -> Int {
        let identifiers = snapshot.identifiers.takeUnindexed(atMost: most)
        try addIdentifiers(of: identifiers)
        let syncKeys = snapshot.syncKeys.takeUnindexed(atMost: most - identifiers.count)
        try addSyncKeys(of: syncKeys)
        let count = identifiers.count + syncKeys.count
        guard !ofOwnersTool else { return count }
        let deletions = snapshot.deletedIDs.takeUnindexed(atMost: most - count)
        try addDeletedIDs(of: deletions)
        return count + deletions.count
    }

    private mutating func addIdentifiers(of segments: [Segment]) throws(HearthError) {
        snapshot.identifiers.add(try keyReader.intact(segments, keyReader.identifiers))
    }

    private mutating func addSyncKeys(of segments: [Segment]) throws(HearthError) {
        snapshot.syncKeys.add(try keyReader.intact(segments, keyReader.syncKeys))
    }

    private mutating func addDeletedIDs(of segments: [Segment]) throws(HearthError) {
        // Some may have been forgotten since.
        for segment in segments where snapshot.contains(segment) {
            guard let rows = try reader.intactDeletions(of: segment) else { continue }
            snapshot.deletedIDs.add(rows, snapshot.provenances)
        }
    }

    /// The same for associations, which only newer versions of samples need. False when there are none left.
    mutating func completeAssociatedSamples(atMost most: Int) throws(HearthError) -> Bool {
        guard !snapshot.associatedSamples.isComplete else { return false }
        let unindexed = snapshot.associatedSamples.takeUnindexed(atMost: most)
        snapshot.associatedSamples.add(try keyReader.intact(unindexed, keyReader.members))
        return true
    }

    /// Reads the keys that writes need which cannot wait for them, so that the next writes need not. Those that cannot be read
    /// now are left to the writes that need them.
    mutating func completeIndexes(soughtBy writes: [Write]) {
        guard snapshot.hasUnreadKeys else { return }
        let sought = SoughtKeys(of: writes, in: snapshot)
        let before = snapshot
        do throws(HearthError) {
            try addIdentifiers(of: snapshot.identifiers.takeUnindexed(withAny: sought.ids))
            try addSyncKeys(of: snapshot.syncKeys.takeUnindexed { $0.type.map(sought.markedTypes.contains) ?? false })
            try addDeletedIDs(of: snapshot.deletedIDs.takeUnindexed(withAny: sought.savedIDs))
        } catch {
            snapshot = before
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
