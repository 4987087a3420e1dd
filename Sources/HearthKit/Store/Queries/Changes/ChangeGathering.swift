internal import HearthModel
internal import HearthWire

/// Makes of the server's batches what an anchored query hands out: first everything since the anchor at once, then each
/// batch that brings something. A value without I/O.
struct ChangeGathering {
    /// What one element of an anchored query holds.
    struct Update {
        var added: [HKSample] = []
        var deleted: [HKDeletedObject] = []
        var anchor: [UInt8]
        var startedOver: Bool
    }

    private let selections: [Selection]
    /// What has come of the first element; nil when that was handed out.
    private var first: Update?

    init(_ selections: [Selection], anchor: [UInt8], startedOver: Bool) {
        self.selections = selections
        first = Update(anchor: anchor, startedOver: startedOver)
    }

    /// Takes a batch; returns an element when there is one.
    mutating func take(_ batch: ChangeBatch) -> Update? {
        let added = selections.filter(SampleDecoder.addedSamples(batch))
        let deleted = batch.deleted.map(HKDeletedObject.objects) ?? []
        guard var gathered = first else {
            // An anchor alone is not news. It comes with the next change.
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

    /// Whether what has come of the first element is less than was asked for, as it is when the client has passed over
    /// samples: how many changes are missing, and where to go on.
    func missing(of limit: Int) -> (count: Int, anchor: [UInt8])? {
        guard selections.needsFilter, let first else { return nil }
        let count = limit - first.added.count - first.deleted.count
        return count > 0 ? (count, first.anchor) : nil
    }

    /// What has come when the stream ends, as it does at a limit; nil when everything was handed out.
    mutating func finish() -> Update? {
        defer { first = nil }
        return first
    }
}

extension ChangeGathering.Update {
    /// Adds later changes, so that it makes no difference whether additions or deletions are applied first: of each
    /// object only the last one stays.
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
