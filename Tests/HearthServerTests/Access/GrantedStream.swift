import HearthModel
import HearthStore
import HearthTestSupport
import HearthWire

/// A copy of what the app may read, which a stream of changes keeps up to date.
final class GrantedStream {
    enum Kind: CaseIterable {
        /// Stays open.
        case follows
        /// Reads from its last anchor to the end.
        case whole
        /// Reads a few changes at a time.
        case pages
        /// The server keeps the anchor, as for an app that it starts.
        case cursor
    }

    /// The copy together with its anchor.
    private struct Place {
        var anchor: EncodedAnchor = []
        var copy: [ObjectID: Int] = [:]
        /// Samples in the copy that may come again: the stream has gone on while the app was not allowed to see them, it was
        /// cut off in the middle of a write, or a pass over older changes was given up.
        var mayRepeat: Set<Int> = []
        /// What the pass has brought that is under way.
        var passed: Set<Int> = []
        /// The last sample that came while no anchor lay inside a write.
        var last: Int?
    }

    let kind: Kind
    let types: [ObjectType]
    let name: String
    private let seal: AnchorSeal
    /// On which it follows.
    var client: TestClient?
    /// What it finds again when it is interrupted.
    private var kept = Place()
    private var place = Place()
    private var isCaughtUp = false
    private var hasLimit = false

    init(_ kind: Kind, _ types: [ObjectType], name: String, _ seal: AnchorSeal) {
        self.seal = seal
        self.kind = kind
        self.types = types
        self.name = name
    }

    var cursor: String { kind == .cursor ? name : "" }
    var anchor: EncodedAnchor { kept.anchor }

    func request(limit: UInt64) -> QueryChanges {
        hasLimit = kind != .follows && limit > 0
        return QueryChanges(
            clauses: types.map { Clause(type: $0) },
            anchor: kind == .cursor ? [] : kept.anchor,
            limit: kind == .follows ? 0 : limit,
            follow: kind == .follows,
            cursor: cursor
        )
    }

    /// Forgets what came after its last anchor.
    func interrupt(_ truth: GrantTruth) {
        client?.close()
        client = nil
        if let last = kept.last {
            let ofWrite = kept.copy.values.filter { truth.samples[$0].write == truth.samples[last].write }
            kept.mayRepeat.formUnion(ofWrite)
            kept.last = nil
        }
        place = kept
        isCaughtUp = false
    }

    /// Keeps what it has, at its last anchor.
    func keep() {
        kept = place
    }

    // MARK: - Batches

    /// Applies batches. A batch in the middle of a write has the anchor before it, and is kept with the next one.
    func apply(_ batches: some Sequence<ChangeBatch>, _ truth: GrantTruth) throws {
        var work = place
        for batch in batches {
            try apply(batch, to: &work, truth)
            if batch.anchor != work.anchor || batch.caughtUp {
                work.anchor = batch.anchor
                place = work
                if kind != .cursor {
                    kept = place
                }
            }
            isCaughtUp = batch.caughtUp
            if isCaughtUp {
                try check(truth)
            }
        }
    }

    private func apply(_ batch: ChangeBatch, to work: inout Place, _ truth: GrantTruth) throws {
        let before = work.anchor.isEmpty ? nil : try Anchor(decoding: work.anchor, seal).visibility
        let visibility = try Anchor(decoding: batch.anchor, seal).visibility
        let view = visibility?.pass?.view ?? visibility?.view
        if let pass = before?.pass, pass.view != view {
            work.mayRepeat.formUnion(work.passed)
            work.passed = []
        }
        for id in batch.deleted?.ids ?? [] {
            let deleted = truth.samples.indices.filter { truth.samples[$0].id == id && !truth.samples[$0].isStored }
            guard deleted.contains(where: truth.sees) else {
                throw GrantViolation("\(name): the deletion of a sample comes that the app may not read: \(deleted)")
            }
            work.copy[id] = nil
        }
        var last: Int?
        for columns in batch.added {
            guard case .quantity(let quantities) = columns.payload else { continue }
            for (id, value) in zip(columns.ids, quantities.values) {
                try add(Int(value), id, to: &work, truth)
                last = max(last ?? 0, Int(value))
                if visibility?.pass != nil {
                    work.passed.insert(Int(value))
                }
            }
        }
        work.last = hasLimit ? nil : last ?? work.last
        if visibility?.pass == nil {
            work.passed = []
        }
        work.mayRepeat.formUnion(work.copy.values.filter { !truth.sees($0) })
    }

    private func add(_ number: Int, _ id: ObjectID, to work: inout Place, _ truth: GrantTruth) throws {
        guard truth.samples[number].id == id, truth.sees(number) else {
            throw GrantViolation("\(name): sample \(number) comes, which the app may not read")
        }
        guard work.copy[id] != number || work.mayRepeat.remove(number) != nil else {
            throw GrantViolation("\(name): sample \(number) comes again")
        }
        work.copy[id] = number
    }

    /// The copy of a stream that has everything.
    private func check(_ truth: GrantTruth) throws {
        for number in truth.stored where types.contains(truth.samples[number].type) && truth.sees(number) {
            guard place.copy[truth.samples[number].id] == number else {
                throw GrantViolation("\(name): sample \(number) was left out")
            }
        }
        for number in place.copy.values where !truth.samples[number].isStored && truth.sees(number) {
            throw GrantViolation("\(name): the deletion of sample \(number) was left out")
        }
    }

    func checkThatItIsCaughtUp() throws {
        guard isCaughtUp else { throw GrantViolation("\(name): the stream does not end") }
    }
}
