internal import HearthModel
internal import HearthWire

extension WorkingState {
    /// The number of the provenance of what an app saves with one, or without.
    mutating func number(of given: Provenance?, from origin: Write.Origin, _ coder: AttachmentCoder) -> UInt32 {
        let device = given?.device
        if origin.namesSources, let given, origin.isForeign(given) {
            return number(of: origin.provenance(given), coder)
        }
        if let last = origin.lastProvenance.withLock({ $0 }), snapshot.provenances.has(last),
            Device.areIdentical(last.device, device)
        {
            return last.number
        }
        let number = number(of: origin.provenance(given), coder)
        let last = snapshot.provenances.numbered(number, device)
        origin.lastProvenance.withLock { $0 = last }
        return number
    }

    private mutating func number(of provenance: Provenance, _ coder: AttachmentCoder) -> UInt32 {
        if let known = snapshot.provenances.number(of: provenance) { return known }
        let number = snapshot.provenances.append(provenance)
        newProvenances.append(
            StoredProvenance(number: number, message: coder.encode(Attachments(provenances: [provenance])))
        )
        return number
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
        // Some may have been forgotten or put together since.
        for association in associations where snapshot.associations.contains(association) {
            keys += try reader.members(of: association).map { ($0.fingerprint, UInt64(association.id)) }
        }
        return keys
    }
}
