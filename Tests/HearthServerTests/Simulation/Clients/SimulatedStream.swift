import HearthModel
import HearthWire

/// A client's copy of what some clauses match, kept with the changes that the server sends, as chapter 7 of the protocol
/// says. Outlives connections.
final class SimulatedStream {
    struct Copy {
        var samples: [ObjectID: SimulatedSample] = [:]
        var anchor: EncodedAnchor = []
        /// Whether it is what the store was at the anchor. Before a stream has caught up it may lack what was deleted
        /// later, and have a part of the next write.
        var isWhole = false
        /// What it has, or has lost, by a write of which the anchor does not have everything.
        var part: Set<ObjectID> = []
    }

    let selections: [Selection]
    private let anchors: AnchorOpener
    var copy = Copy()
    /// What the app has on its disk.
    var saved = Copy()
    var isOpen = false
    private(set) var isCaughtUp = false

    /// Where the call stands: the anchor of its last batch.
    private(set) var position: Anchor
    /// Deletions after this are sent.
    private var start: Anchor
    /// What the call has sent and not taken back.
    private var sent: Set<ObjectID> = []
    private var sentDeletions: [ObjectID: Int] = [:]
    /// How many changes the call has sent, and how many it may send; 0: all.
    private var received = 0
    private var limit = 0

    init(_ selections: [Selection], _ history: History) {
        self.selections = selections
        anchors = history.anchors
        position = Anchor(storeID: history.storeID, sequence: 0)
        start = position
    }

    var clauses: [Clause] { selections.map(\.clause) }

    /// The newest commit that the copy's anchor stands for.
    var place: UInt64 { anchors.open(copy.anchor)?.deletions ?? 0 }

    /// A call begins at the copy's anchor.
    func begin(_ storeID: ObjectID, limit: Int) {
        self.limit = limit
        received = 0
        if copy.anchor.isEmpty {
            copy = Copy()
        }
        isOpen = true
        isCaughtUp = false
        position = anchors.open(copy.anchor) ?? Anchor(storeID: storeID, sequence: 0)
        start = position
        sent = []
        sentDeletions = [:]
    }

    /// The connection is gone; the app may be gone too, and has what it had stored.
    func interrupt(losingMemory: Bool) {
        isOpen = false
        isCaughtUp = false
        if losingMemory {
            copy = saved
        }
    }

    /// The anchor was refused.
    func startAnew() {
        copy = Copy()
        saved = Copy()
        isOpen = false
    }

    // MARK: - Batches

    /// Takes a batch, and checks what it says and what it makes of the copy.
    func take(_ batch: ChangeBatch, _ history: History, atMost batchSamples: Int) throws(Violation) {
        guard let anchor = anchors.open(batch.anchor) else {
            throw Violation(.resumable, "the anchor of a batch is no anchor")
        }
        try ensure(anchor.storeID == history.storeID, .resumable, "the anchor is of another store")
        try ensure(
            limit > 0 || anchor.sequence == position.sequence || history.commits.contains(anchor.sequence),
            .atomic,
            "the anchor \(anchor.sequence) is no commit"
        )
        try ensure(
            anchor.sequence >= position.sequence,
            .ordered,
            "the anchor goes back from \(position.sequence) to \(anchor.sequence)"
        )
        let added = SimulatedSample.samples(batch.added)
        let deleted = batch.deleted?.ids ?? []
        try ensure(added.count + deleted.count <= batchSamples, .ordered, "a batch of \(added.count + deleted.count)")
        try check(batch.deleted, history)
        received += added.count + deleted.count
        for sample in added {
            try ensure(selections.matches(sample), .ordered, "a sample that nobody asked for: \(sample.id)")
            try ensure(sent.insert(sample.id).inserted, .ordered, "\(sample.id) was sent twice")
        }
        let part = try partOfNextWrite(added, deleted, upTo: anchor, history)
        try ensure(part.isEmpty || !batch.caughtUp, .atomic, "caught up in the middle of a write")
        for id in deleted {
            copy.samples[id] = nil
        }
        for sample in added {
            copy.samples[sample.id] = sample
        }
        let hasAdvanced = anchor.sequence > position.sequence || batch.caughtUp
        copy.anchor = batch.anchor
        copy.isWhole = batch.caughtUp
        copy.part = copy.part.filter { history.hasChange(of: $0, after: anchor.sequence) }.union(part)
        position = anchor
        isCaughtUp = isCaughtUp || batch.caughtUp
        if hasAdvanced {
            try checkCopy(against: history, isWhole: batch.caughtUp, excluding: copy.part)
        }
    }

    /// Deletions are of what was deleted, once each.
    private func check(_ deletions: Deletions?, _ history: History) throws(Violation) {
        guard let deletions else { return }
        let types = Set(selections.map(\.type.identifier))
        for row in 0..<deletions.count {
            let id = deletions.ids[row]
            let type = deletions.types[row] ?? ""
            let sync = SimulatedSample.Sync(deletions.metadata[row])
            let times = (history.versions[id] ?? []).filter { version in
                version.sample.type.identifier == type && version.sample.sync == sync
                    && version.deleted.map { $0 > start.deletions } ?? false
            }
            sentDeletions[id, default: 0] += 1
            try ensure(types.isEmpty || types.contains(type), .ordered, "a deletion that nobody asked for")
            try ensure(!times.isEmpty, .durable, "\(id) was not deleted after \(start.deletions)")
            try ensure(times.count >= sentDeletions[id] ?? 0, .ordered, "the deletion of \(id) was sent twice")
            try ensure(
                times.contains { $0.deleted ?? 0 > position.sequence },
                .ordered,
                "the deletion of \(id) comes after the anchor \(position.sequence), which has it"
            )
            sent.remove(id)
        }
    }

    /// Everything in the batch is after the last anchor; up to the new one, or part of one write after it. Returns what
    /// is such a part.
    private func partOfNextWrite(
        _ added: [SimulatedSample],
        _ deleted: [ObjectID],
        upTo anchor: Anchor,
        _ history: History
    ) throws(Violation) -> Set<ObjectID> {
        var part: Set<ObjectID> = []
        var possible: Set<UInt64>?
        for sample in added {
            // What was deleted up to the new anchor is not sent any more.
            let lives = (history.versions[sample.id] ?? []).filter {
                $0.sample == sample && $0.deleted ?? .max > anchor.sequence
            }
            try ensure(!lives.isEmpty, .durable, "\(sample.id) is not durable, or has other content")
            let commits = Set(lives.map(\.added)).filter { $0 > position.sequence }
            try ensure(!commits.isEmpty, .ordered, "\(sample.id) comes again after \(position.sequence)")
            guard commits.allSatisfy({ $0 > anchor.sequence }) else { continue }
            part.insert(sample.id)
            possible = possible?.intersection(commits) ?? commits
        }
        for id in deleted {
            let commits = Set((history.versions[id] ?? []).compactMap(\.deleted)).filter { $0 > position.sequence }
            guard commits.allSatisfy({ $0 > anchor.sequence }) else { continue }
            part.insert(id)
            possible = possible?.intersection(commits) ?? commits
        }
        try ensure(possible != [], .atomic, "beyond the anchor \(anchor.sequence) there are parts of several writes")
        return part
    }

    /// At an anchor between two writes the copy is what the store was: without what is deleted by now, as that may have
    /// been left out.
    private func checkCopy(against history: History, isWhole: Bool, excluding part: Set<ObjectID>) throws(Violation) {
        let promise: Violation.Promise = start.sequence == 0 ? .stateThenChanges : .ordered
        let truth = history.samples(at: position.sequence, selections)
        for (id, sample) in copy.samples where !part.contains(id) {
            try ensure(
                truth[id] == sample,
                promise,
                "from \(start.sequence) (\(start.deletions)): the copy at \(position.sequence) has \(id), which was not"
                    + " stored then but \(history.lives(of: id))"
            )
        }
        for (id, sample) in truth where copy.samples[id] != sample && !part.contains(id) {
            let wasDeleted = history.versions[id]?.contains { version in
                version.isAlive(at: position.sequence) && version.deleted != nil
            }
            try ensure(
                !isWhole && wasDeleted == true,
                promise,
                "from \(start.sequence) (\(start.deletions)): the copy at \(position.sequence) lacks \(id), which was"
                    + " stored \(history.lives(of: id))"
            )
        }
    }

    /// The call ends by itself.
    func finish(_ reason: DoneReason, _ history: History) throws(Violation) {
        try ensure(
            isCaughtUp == (reason == .complete),
            .ordered,
            "a stream ends, and has\(isCaughtUp ? "" : " not") caught up"
        )
        let isKept = reason == .limit ? received == limit : limit == 0 || received <= limit
        try ensure(isKept, .ordered, "\(received) changes came, where \(limit) have room")
    }

    /// Everything has been sent: the copy is the store.
    func checkIsComplete(_ history: History) throws(Violation) {
        try ensure(isCaughtUp, .nobodyWaits, "the stream at \(position.sequence) of \(history.head) has not caught up")
        let truth = history.samples(at: history.head, selections)
        try ensure(
            copy.samples == truth,
            .ordered,
            "at \(position.sequence) of \(history.head) the copy has \(copy.samples.count) samples of \(truth.count)"
        )
    }
}
