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
    /// Reads the keys of some segments that the indexes do not know yet; false when there are none left.
    mutating func completeIndexes(atMost most: Int) throws(HearthError) -> Bool {
        guard !snapshot.identifiers.isComplete || !snapshot.syncKeys.isComplete else { return false }
        snapshot.identifiers.add(try identifierKeys(of: snapshot.identifiers.takeUnindexed(atMost: most)))
        snapshot.syncKeys.add(try syncKeys(of: snapshot.syncKeys.takeUnindexed(atMost: most)))
        return true
    }

    /// The same for associations, which only newer versions of samples need.
    mutating func completeAssociatedSamples(atMost most: Int) throws(HearthError) -> Bool {
        guard !snapshot.associatedSamples.isComplete else { return false }
        let unindexed = snapshot.associatedSamples.takeUnindexed(atMost: most)
        snapshot.associatedSamples.add(try memberKeys(of: unindexed))
        return true
    }

    /// Frees an index of stale keys, a few items at a time; false if no index has too many.
    mutating func renewIndexes(atMost most: Int) -> Bool {
        let (state, now, stale) = (self, snapshot, options.staleKeys)
        snapshot.identifiers.beginRenewal(stale: stale, of: now.segments(where: \.hasUnorderedIDs), \.count)
        if snapshot.identifiers.renew(atMost: most, state.identifierKeys) { return true }
        snapshot.syncKeys.beginRenewal(stale: stale, of: now.segments(where: \.hasSyncKeys), \.count)
        if snapshot.syncKeys.renew(atMost: most, state.syncKeys) { return true }
        snapshot.associatedSamples.beginRenewal(stale: stale, of: now.associations.elements, \.summary.count)
        return snapshot.associatedSamples.renew(atMost: most, state.memberKeys)
    }

    private func identifierKeys(of segments: [Segment]) throws(HearthError) -> [(hash: UInt32, sequence: UInt64)] {
        var keys: [(hash: UInt32, sequence: UInt64)] = []
        for segment in segments {
            keys += IndexKeys.identifiers(of: try reader.rows(of: segment, .log))
        }
        return keys
    }

    private func syncKeys(of segments: [Segment]) throws(HearthError) -> [(hash: UInt32, sequence: UInt64)] {
        var keys: [(hash: UInt32, sequence: UInt64)] = []
        for segment in segments {
            keys += IndexKeys.syncKeys(of: try reader.rows(of: segment, [.log, .syncKeys]))
        }
        return keys
    }

    private func memberKeys(of associations: [Association]) throws(HearthError) -> [(hash: UInt32, sequence: UInt64)] {
        var keys: [(hash: UInt32, sequence: UInt64)] = []
        // Some may have been forgotten or merged since.
        for association in associations where snapshot.associations.contains(association) {
            keys += try reader.members(of: association).map { ($0.fingerprint, UInt64(association.id)) }
        }
        return keys
    }
}
