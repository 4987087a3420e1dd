import HearthModel
import HearthWire

/// A QuerySamples on its way, and what it has brought.
final class SimulatedQuery {
    let selections: [Selection]
    let limit: Int
    /// The newest commit that the client knew of when it asked.
    private let known: UInt64
    private var samples: [SimulatedSample] = []

    init(_ selections: [Selection], limit: Int, known: UInt64) {
        self.selections = selections
        self.limit = limit
        self.known = known
    }

    func take(_ batch: SampleBatch, atMost batchSamples: Int) throws(Violation) {
        let added = SimulatedSample.samples(batch.columns)
        try ensure(added.count <= batchSamples, .consistentQueries, "a batch of \(added.count)")
        samples += added
    }

    /// All that came is the answer at one commit, which the client's own knowledge does not pass.
    func finish(_ reason: DoneReason, _ history: History) throws(Violation) {
        let ids = Set(samples.map(\.id))
        try ensure(ids.count == samples.count, .consistentQueries, "a sample came twice")
        try ensure(limit == 0 || samples.count <= limit, .consistentQueries, "more than the limit")
        for commit in history.commits where commit >= known {
            let truth = history.samples(at: commit, selections)
            guard samples.allSatisfy({ truth[$0.id] == $0 }) else { continue }
            switch reason {
            case .complete where samples.count == truth.count: return
            case .limit where limit > 0 && samples.count == limit && truth.count > limit: return
            case .cancelled: return
            default: break
            }
        }
        throw Violation(.consistentQueries, "\(samples.count) samples are the answer at no commit from \(known) on")
    }
}

/// An Observe, and what it has said.
final class SimulatedObservation {
    let selections: [Selection]
    private(set) var position: UInt64?

    init(_ selections: [Selection]) {
        self.selections = selections
    }

    func take(_ notice: Notice, _ history: History) throws(Violation) {
        guard let anchor = try? Anchor(decoding: notice.anchor), history.commits.contains(anchor.sequence) else {
            throw Violation(.atomic, "the anchor of a notice is no commit")
        }
        guard let last = position else {
            try ensure(notice.types.isEmpty, .ordered, "the first notice names types")
            position = anchor.sequence
            return
        }
        try ensure(!notice.types.isEmpty, .ordered, "a notice of nothing")
        try ensure(anchor.sequence > last, .ordered, "a notice goes back")
        let changed = history.changedTypes(after: last, upTo: anchor.sequence).map(\.identifier)
        let observed = selections.map(\.type.identifier)
        for type in notice.types {
            try ensure(changed.contains(type), .ordered, "a notice of \(type), which did not change")
            try ensure(observed.isEmpty || observed.contains(type), .ordered, "a notice that nobody asked for")
        }
        for type in due(after: last, upTo: anchor.sequence, history) {
            try ensure(notice.types.contains(type.identifier), .ordered, "nobody was told of a change to \(type)")
        }
        position = anchor.sequence
    }

    /// The types that are to be named for what was saved, and lives, or was deleted.
    private func due(
        after last: UInt64,
        upTo commit: UInt64,
        _ history: History
    ) -> Set<ObjectType> {
        let types = Set(selections.map(\.type))
        var due: Set<ObjectType> = []
        for version in history.livingSamples where version.added > last && version.added <= commit {
            if selections.matches(version.sample) {
                due.insert(version.sample.type)
            }
        }
        for deletion in history.deletions where deletion.commit > last && deletion.commit <= commit {
            if types.isEmpty || types.contains(deletion.type) {
                due.insert(deletion.type)
            }
        }
        return due
    }

    /// Everything has been said.
    func checkIsComplete(_ history: History) throws(Violation) {
        guard let position else { throw Violation(.nobodyWaits, "no notice came") }
        let due = due(after: position, upTo: history.head, history)
        try ensure(due.isEmpty, .ordered, "nobody was told of changes to \(due) after \(position)")
    }
}

/// What a stream may still send, as its client counts: what was granted, as soon as it is on its way.
struct SimulatedCredit {
    private var granted: Int
    private(set) var received = 0
    /// Worked through, and not granted again yet.
    private(set) var owed = 0

    init(initial: Int) {
        granted = initial
    }

    var left: Int { granted - received }

    mutating func grant(_ bytes: Int) {
        granted += bytes
        owed = max(0, owed - bytes)
    }

    mutating func receive(_ bytes: Int) throws(Violation) {
        try ensure(left > 0, .credit, "a batch of \(bytes) bytes came with a credit of \(left)")
        received += bytes
        owed += bytes
    }
}
