import HearthModel
import HearthWire

/// A QuerySamples on its way, and what it has brought.
final class SimulatedQuery {
    let selections: [Selection]
    let order: [SortKey]
    let limit: Int
    private let known: Knowledge
    private var samples: [SimulatedSample] = []

    init(_ selections: [Selection], order: [SortKey], limit: Int, known: Knowledge) {
        self.selections = selections
        self.order = order
        self.limit = limit
        self.known = known
    }

    func take(_ batch: SampleBatch, atMost batchSamples: Int) throws(Violation) {
        let added = try SimulatedSample.samples(batch)
        try ensure(added.count <= batchSamples, .consistentQueries, "a batch of \(added.count)")
        samples += added
    }

    /// All that came is the answer at one moment, which the client's own knowledge does not pass, and in order.
    func finish(_ reason: DoneReason, _ history: History) throws(Violation) {
        let ids = Set(samples.map(\.id))
        try ensure(ids.count == samples.count, .consistentQueries, "a sample came twice")
        try ensure(limit == 0 || samples.count <= limit, .consistentQueries, "more than the limit")
        for moment in known.possible(in: history) {
            let truth = history.answer(selections, order, at: moment)
            guard truth.starts(with: samples) else { continue }
            switch reason {
            case .complete where samples.count == truth.count: return
            case .limit where limit > 0 && samples.count == limit && truth.count > limit: return
            case .cancelled: return
            default: break
            }
        }
        throw Violation(
            .consistentQueries,
            "\(samples.count) samples, sorted by \(order), are the answer at no commit from \(known.commit) on"
        )
    }
}

/// A ListSources on its way.
struct SimulatedListing {
    let selections: [Selection]
    let known: Knowledge

    func take(_ list: SourceList, _ history: History) throws(Violation) {
        let apps = list.sources.map(\.bundleIdentifier)
        try ensure(apps == Set(apps).sorted(), .consistentQueries, "sources are not in order: \(apps)")
        let isTrue = known.possible(in: history).contains { history.apps(selections, at: $0) == Set(apps) }
        try ensure(isTrue, .consistentQueries, "\(apps) are the sources at no commit from \(known.commit) on")
    }
}

/// What a client has heard of: nothing that it reads later may be older.
struct Knowledge {
    /// The newest commit.
    var commit: UInt64 = 0
    /// The newest of the history's moments, and of its states of the characteristics.
    var moment = 0
    var characteristics = 0
    /// The newest state of its app's registrations.
    var registrations = 0

    func possible(in history: History) -> [History.Moment] {
        history.moments.dropFirst(moment).filter { $0.commit >= commit }
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
        guard let anchor = history.anchors.open(notice.anchor), history.commits.contains(anchor.sequence) else {
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
