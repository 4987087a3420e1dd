import HearthModel
import HearthStore
import HearthWire

/// Finds the samples that a deletion by predicate means, before the writer gets the deletion.
final class DeletionTask: ReadTask {
    private let clause: Clause
    private let origin: Write.Origin
    private var search: MatchingSearch
    private(set) var isSmall: Bool
    /// The newest snapshot when the running step began; nil while no step runs.
    private var newest: Snapshot?

    init(_ clause: Clause, _ cost: RequestCost, by origin: Write.Origin) {
        self.clause = clause
        self.origin = origin
        search = MatchingSearch(clause, by: origin)
        isSmall = cost.isSimple
    }

    /// Nil before the predicate is prepared.
    var found: FoundRows? { search.found }

    var held: ReadingMemory { search.held }

    /// Whether a step runs.
    var isReading: Bool { newest != nil }

    func beginStep(_ newest: Snapshot) {
        self.newest = newest
    }

    /// The step has run. While its segments are searched, the task keeps no snapshot alive between two steps.
    func endStep() {
        newest = nil
    }

    func restart() {
        search = MatchingSearch(clause, by: origin)
    }

    func step(_ reader: StoreReader, rows: Int) throws(HearthError) -> CursorStep<Reply> {
        isSmall = false
        guard let newest else { preconditionFailure("a step without a snapshot") }
        return try search.step(reader, rows: rows, newest: newest) ? .end : .pause
    }
}
