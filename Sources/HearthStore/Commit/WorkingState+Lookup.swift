internal import HearthModel
internal import HearthWire

extension WorkingState {
    /// The number of what an app measures with a device, or without one.
    mutating func number(of device: Device?, from origin: Write.Origin, _ coder: AttachmentCoder) -> UInt32 {
        if let last = origin.lastProvenance.withLock({ $0 }), snapshot.provenances.has(last),
            Device.areIdentical(last.device, device)
        {
            return last.number
        }
        let provenance = origin.provenance(device)
        let number = snapshot.provenances.number(of: provenance) ?? newNumber(of: provenance, coder)
        let last = snapshot.provenances.numbered(number, device)
        origin.lastProvenance.withLock { $0 = last }
        return number
    }

    private mutating func newNumber(of provenance: Provenance, _ coder: AttachmentCoder) -> UInt32 {
        let number = snapshot.provenances.append(provenance)
        newProvenances.append(
            StoredProvenance(number: number, message: coder.encode(Attachments(provenances: [provenance])))
        )
        return number
    }

    /// Reads the keys of some segments that the indexes do not know yet; false when there are none left.
    mutating func completeIndexes(atMost most: Int) throws(HearthError) -> Bool {
        guard !snapshot.identifiers.isComplete || !snapshot.syncKeys.isComplete else { return false }
        var keys: [(hash: UInt32, sequence: UInt64)] = []
        for segment in snapshot.identifiers.takeUnindexed(atMost: most) {
            keys += try reader.rows(of: segment, .log).identifierKeys
        }
        snapshot.identifiers.add(keys)
        keys = []
        for segment in snapshot.syncKeys.takeUnindexed(atMost: most) {
            keys += try reader.rows(of: segment, [.log, .syncKeys]).syncIndexKeys
        }
        snapshot.syncKeys.add(keys)
        return true
    }
}
