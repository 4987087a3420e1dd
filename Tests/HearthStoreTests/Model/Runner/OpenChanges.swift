import HearthModel
import HearthStore
import HearthWire

/// An anchor that a store handed out, and what it stands for.
struct RememberedAnchor: Sendable {
    var bytes: [UInt8]
    /// The last commit up to which everything was delivered.
    var place: UInt64
    /// While a stream without an anchor is still in the state: the head at its beginning.
    var stateHead: UInt64?
    /// Inside a write: what of it was delivered.
    var part: Part?

    struct Part: Sendable {
        /// For which clauses; with others nobody knows what the anchor stands for.
        var clauses: [Clause]
        var delivered: ExpectedCommit
    }

    /// The place after which deletions are sent.
    var firstDeletion: UInt64 { stateHead ?? place }

    /// The numbers in the anchor.
    var numbers: (sequence: UInt64, deletions: UInt64) {
        let anchor = try? Anchor(bytes: bytes)
        return (anchor?.sequence ?? 0, anchor?.deletions ?? firstDeletion)
    }
}

/// A stream of changes that is being read, with what the reference says it must give.
final class OpenChanges {
    private let request: QueryChanges
    private let cursor: ChangeCursor
    private let seal: AnchorSeal
    private let state: ReferenceStore
    private let form: ReplyForm
    private let batchSamples: Int
    private let start: RememberedAnchor
    /// What must come, commit by commit, without the limit.
    private let commits: [ExpectedCommit]
    /// How many changes must come.
    private let wanted: Int
    private var received = 0
    /// The commit that is being delivered, what of it has not come yet, and what has.
    private var current = 0
    private var missing: ExpectedCommit?
    private var delivered: ExpectedCommit?
    private var last: RememberedAnchor
    private var isCaughtUp = false
    private(set) var isFinished = false
    /// The anchors of the batches so far.
    private(set) var anchors: [RememberedAnchor] = []

    init(
        _ request: QueryChanges,
        from start: RememberedAnchor,
        _ cursor: ChangeCursor,
        _ seal: AnchorSeal,
        _ state: ReferenceStore,
        _ bug: PlantedBug,
        _ options: StoreOptions
    ) {
        self.request = request
        self.cursor = cursor
        self.seal = seal
        self.state = state
        self.start = start
        form = ReplyForm(clauses: request.clauses, includeSeries: request.includeSeries)
        batchSamples = options.batchSamples
        last = start
        delivered = start.part?.delivered
        commits = bug.state(state).changes(
            bug.clauses(request.clauses),
            samplesAfter: start.place,
            deletionsAfter: start.firstDeletion,
            includeSeries: request.includeSeries
        )
        .map { $0.without(start.part?.delivered) }
        .filter { $0.count > 0 }
        let all = commits.reduce(0) { $0 + $1.count }
        wanted = request.limit == 0 ? all : min(all, Int(request.limit))
        missing = commits.first
    }

    private var isBeyond: Bool { wanted < commits.reduce(0) { $0 + $1.count } }

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
            try ensure(received == wanted, .limit, "ended with \(received) of \(wanted), without \(missing as Any)")
            try ensure(isCaughtUp == !isBeyond, .changes, "caughtUp is \(isCaughtUp) at the end")
            try ensure(cursor.reachedLimit == isBeyond, .limit, "reachedLimit is \(cursor.reachedLimit)")
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

    /// Takes the content of a batch off what must come: the commits in order, and of one the deletions first.
    private func take(_ added: [SampleRow], _ deleted: [Tombstone]) throws(Mismatch) {
        var (added, deleted) = (added, deleted)
        received += added.count + deleted.count
        try ensure(received <= wanted, .limit, "\(received) changes, of \(wanted)")
        while let commit = missing {
            var rest = commit
            rest.added.removeFirstOfEach(added)
            rest.deleted.removeFirstOfEach(deleted)
            try ensure(
                rest.added.count == commit.added.count || rest.deleted.isEmpty,
                .changes,
                "a sample before the deletions of its write, which lacks \(rest.deleted)"
            )
            added.removeFirstOfEach(commit.added)
            deleted.removeFirstOfEach(commit.deleted)
            deliver(commit, butFor: rest)
            missing = rest
            guard rest.count == 0 else { break }
            current += 1
            missing = current < commits.count ? commits[current] : nil
        }
        try ensure(
            added.isEmpty && deleted.isEmpty,
            .changes,
            "not now or not at all: \(added) \(deleted)\n  reference has next \(missing as Any)"
        )
    }

    private func deliver(_ commit: ExpectedCommit, butFor rest: ExpectedCommit) {
        var part = delivered.flatMap { $0.commit == commit.commit ? $0 : nil }
        var (added, deleted) = (commit.added, commit.deleted)
        added.removeFirstOfEach(rest.added)
        deleted.removeFirstOfEach(rest.deleted)
        guard !added.isEmpty || !deleted.isEmpty else { return }
        part = part ?? ExpectedCommit(commit: commit.commit, added: [], deleted: [])
        part?.added += added
        part?.deleted += deleted
        delivered = part
    }

    private func takeAnchor(_ batch: ChangeBatch) throws(Mismatch) {
        let anchor = try succeeding("the anchor of a batch", .anchor) { () throws(HearthError) in
            try Anchor(decoding: batch.anchor, seal)
        }
        let place = anchor.sequence
        let complete = current > 0 ? commits[current - 1].commit : 0
        let next = missing?.commit ?? state.head + 1
        let isRepeated = (anchor.sequence, anchor.deletions) == last.numbers
        let isInside = request.limit > 0 && delivered.map { $0.commit > place } ?? false
        try ensure(
            place >= last.numbers.sequence && place < next && (isInside || isRepeated || place >= complete)
                && (isInside || isRepeated || state.commits.contains(place)),
            .anchor,
            "the anchor is at \(place); \(complete) is delivered, \(next) is not; commits \(state.commits.sorted().suffix(20))"
        )
        if batch.caughtUp {
            try ensure(place == state.head && missing == nil, .anchor, "caught up at \(place)")
        }
        let known = state.commits.filter { $0 <= place }.max() ?? 0
        let isInState = start.stateHead.map { known < $0 } ?? false
        let part =
            isRepeated ? last.part : isInside ? delivered.map { .init(clauses: request.clauses, delivered: $0) } : nil
        last = RememberedAnchor(
            bytes: anchor.bytes,
            place: known,
            stateHead: isInState ? start.stateHead : nil,
            part: part
        )
        anchors.append(last)
    }
}

extension ExpectedCommit {
    /// What is left of the commit after a part of it.
    fileprivate func without(_ part: ExpectedCommit?) -> ExpectedCommit {
        guard let part, part.commit == commit else { return self }
        var rest = self
        let known = Set(part.added.map(\.id))
        rest.added.removeAll { known.contains($0.id) }
        rest.deleted.removeFirstOfEach(part.deleted)
        return rest
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
