import HearthModel
import HearthStore
import HearthWire

/// An anchor that a store handed out, and what it stands for.
struct RememberedAnchor: Sendable {
    var bytes: [UInt8]
    var place: UInt64
    /// While a stream without an anchor is still in the state: the head at its beginning.
    var stateHead: UInt64?

    /// The place after which deletions are sent.
    var firstDeletion: UInt64 { stateHead ?? place }
}

/// A stream of changes that is being read, with what the reference says it must give.
final class OpenChanges {
    private let request: QueryChanges
    private let cursor: ChangeCursor
    private let state: ReferenceStore
    private let form: ReplyForm
    private let batchSamples: Int
    private let stateHead: UInt64?
    /// What must come, commit by commit; as far as the limit.
    private let commits: [ExpectedCommit]
    /// The first commit beyond the limit.
    private let beyond: ExpectedCommit?
    /// The commit that is being delivered, and what of it has not come yet.
    private var current = 0
    private var missing: ExpectedCommit?
    private var lastPlace: UInt64
    private var isCaughtUp = false
    private(set) var isFinished = false
    /// The anchors of the batches so far.
    private(set) var anchors: [RememberedAnchor] = []

    init(
        _ request: QueryChanges,
        from start: RememberedAnchor,
        _ cursor: ChangeCursor,
        _ state: ReferenceStore,
        _ bug: PlantedBug,
        _ options: StoreOptions
    ) {
        self.request = request
        self.cursor = cursor
        self.state = state
        form = ReplyForm(clauses: request.clauses, includeSeries: request.includeSeries)
        batchSamples = options.batchSamples
        stateHead = start.stateHead
        lastPlace = start.place
        let all = bug.state(state).changes(
            bug.clauses(request.clauses),
            samplesAfter: start.place,
            deletionsAfter: start.firstDeletion,
            includeSeries: request.includeSeries
        )
        var fitting = 0
        var total = 0
        for commit in all {
            total += commit.count
            guard request.limit == 0 || fitting == 0 || total <= Int(request.limit) else { break }
            fitting += 1
        }
        commits = Array(all.prefix(fitting))
        beyond = all.dropFirst(fitting).first
        missing = commits.first
    }

    func read(batches: Int) throws(Mismatch) {
        var left = batches
        while left > 0 && !isFinished {
            try readBatch()
            left -= 1
        }
    }

    private func readBatch() throws(Mismatch) {
        let next = try succeeding("reading changes") { () throws(HearthError) in try cursor.next() }
        guard let batch = next else {
            isFinished = true
            try ensure(!anchors.isEmpty, .changes, "no batch at all")
            try ensure(missing == nil, .changes, "ended without \(missing as Any)")
            try ensure(isCaughtUp == (beyond == nil), .changes, "caughtUp is \(isCaughtUp) at the end")
            try ensure(cursor.reachedLimit == (beyond != nil), .limit, "reachedLimit is \(cursor.reachedLimit)")
            return
        }
        try ensure(!isCaughtUp, .changes, "a batch after the one that had caught up")
        isCaughtUp = batch.caughtUp
        try checkTypes(batch.added)
        var added: [SampleRow] = []
        for columns in batch.added { added += try form.rows(of: columns) }
        let deleted = try tombstones(batch.deleted)
        try ensure(added.count + deleted.count <= batchSamples, .shape, "a batch of \(added.count + deleted.count)")
        try checkMembers(batch.members, of: added, state, form)
        try take(added, deleted)
        try takeAnchor(batch)
    }

    private func tombstones(_ deletions: Deletions?) throws(Mismatch) -> [Tombstone] {
        guard let deletions else { return [] }
        _ = try succeeding("deletions", .shape) { () throws(HearthError) in try deletions.validate() }
        return deletions.ids.indices.map { row in
            Tombstone(
                id: deletions.ids[row],
                type: deletions.types[row] ?? "",
                time: deletions.times[row],
                metadata: deletions.metadata[row] ?? .none
            )
        }
    }

    /// Takes the content of a batch off what must come: the commits in order, what is in one in any order.
    private func take(_ added: [SampleRow], _ deleted: [Tombstone]) throws(Mismatch) {
        var (added, deleted) = (added, deleted)
        while var commit = missing {
            let (samples, deletions) = (commit.added, commit.deleted)
            commit.added.removeFirstOfEach(added)
            commit.deleted.removeFirstOfEach(deleted)
            added.removeFirstOfEach(samples)
            deleted.removeFirstOfEach(deletions)
            missing = commit
            guard commit.count == 0 else { break }
            current += 1
            missing = current < commits.count ? commits[current] : nil
        }
        try ensure(
            added.isEmpty && deleted.isEmpty,
            .changes,
            "not now or not at all: \(added) \(deleted)\n  reference has next \(missing as Any)"
        )
    }

    private func takeAnchor(_ batch: ChangeBatch) throws(Mismatch) {
        let anchor = try succeeding("the anchor of a batch", .anchor) { () throws(HearthError) in
            try Anchor(decoding: batch.anchor)
        }
        let place = anchor.sequence
        let least = max(lastPlace, current > 0 ? commits[current - 1].commit : 0)
        // Before the next commit that matches; at the end before the first that the limit has left out.
        let next = (missing ?? beyond)?.commit ?? state.head + 1
        try ensure(
            place >= least && place < next && state.commits.contains(place),
            .anchor,
            "the anchor is at \(place); \(least) is delivered, \(next) is not; commits \(state.commits.sorted().suffix(20))"
        )
        if batch.caughtUp {
            try ensure(place == state.head && missing == nil && beyond == nil, .anchor, "caught up at \(place)")
        }
        lastPlace = place
        let isInState = stateHead.map { place < $0 } ?? false
        anchors.append(RememberedAnchor(bytes: batch.anchor, place: place, stateHead: isInState ? stateHead : nil))
    }
}

extension Array where Element: Equatable {
    /// Removes each element once.
    fileprivate mutating func removeFirstOfEach(_ elements: [Element]) {
        for element in elements {
            if let index = firstIndex(of: element) { remove(at: index) }
        }
    }
}
