internal import HearthModel
internal import HearthWire

/// Turns the server's batches into the elements of an anchored query: first everything since the anchor at once, then
/// each batch with changes. A value without I/O.
struct ChangeGathering {
    /// One element of an anchored query.
    struct Update {
        var added: [HKSample] = []
        var deleted: [HKDeletedObject] = []
        var anchor: EncodedAnchor
        var startedOver: Bool
    }

    private let selections: [QuerySelection]
    /// The part of the first element that has arrived; nil after the element was returned.
    private var first: Update?

    init(_ selections: [QuerySelection], anchor: EncodedAnchor, startedOver: Bool) {
        self.selections = selections
        first = Update(anchor: anchor, startedOver: startedOver)
    }

    /// Adds a batch. Returns an element if one is complete.
    mutating func take(_ batch: ChangeBatch) -> Update? {
        let added = selections.filter(SampleDecoder.addedSamples(batch))
        let deleted = batch.deleted.map(HKDeletedObject.objects) ?? []
        guard var gathered = first else {
            // A new anchor alone does not make an element. The next change carries it.
            guard !added.isEmpty || !deleted.isEmpty else { return nil }
            return Update(added: added, deleted: deleted, anchor: batch.anchor, startedOver: false)
        }
        first = nil
        gathered.append(added: added, deleted: deleted)
        gathered.anchor = batch.anchor
        guard batch.caughtUp else {
            first = gathered
            return nil
        }
        return gathered
    }

    /// How many changes the first element is short of the limit, because the client has filtered samples, and the
    /// anchor from which to continue; nil: it is complete.
    func missing(of limit: Int) -> (count: Int, anchor: EncodedAnchor)? {
        guard selections.needsFilter, let first else { return nil }
        let count = limit - first.added.count - first.deleted.count
        return count > 0 ? (count, first.anchor) : nil
    }

    /// The element to return when the stream ends, as it does at a limit; nil: everything was returned.
    mutating func finish() -> Update? {
        defer { first = nil }
        return first
    }
}

extension ChangeGathering.Update {
    /// Adds later changes. Only the last change of each object stays, so that additions and deletions can be applied in
    /// any order.
    fileprivate mutating func append(added newlyAdded: [HKSample], deleted newlyDeleted: [HKDeletedObject]) {
        if !newlyDeleted.isEmpty, !added.isEmpty {
            let gone = Set(newlyDeleted.map(\.id))
            added.removeAll { gone.contains($0.id) }
        }
        deleted += newlyDeleted
        if !newlyAdded.isEmpty, !deleted.isEmpty {
            let back = Set(newlyAdded.map(\.id))
            deleted.removeAll { back.contains($0.id) }
        }
        if added.isEmpty {
            added = newlyAdded
        } else {
            added += newlyAdded
        }
    }
}
