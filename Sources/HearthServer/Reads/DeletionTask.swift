import HearthModel
import HearthStore
import HearthWire

/// Finds the samples that a deletion by predicate means, before the writer gets the deletion.
final class DeletionTask: ReadTask {
    private let clause: Clause
    private let origin: Write.Origin
    private var search: MatchingSearch?
    private(set) var isSmall: Bool
    /// The newest snapshot when the step was requested. Between steps the task keeps none alive.
    var newest: Snapshot?

    init(_ clause: Clause, _ cost: RequestCost, by origin: Write.Origin) {
        self.clause = clause
        self.origin = origin
        isSmall = cost.isSimple
    }

    /// Nil before the first step.
    var found: FoundRows? { search?.found }

    func step(_ reader: StoreReader, rows: Int) throws(HearthError) -> CursorStep<Reply> {
        isSmall = false
        guard let snapshot = newest.take() else { preconditionFailure("a step without a snapshot") }
        let search = try prepared(reader, snapshot)
        return try search.step(reader, rows: rows, newest: snapshot) ? .end : .pause
    }

    private func prepared(_ reader: StoreReader, _ snapshot: Snapshot) throws(HearthError) -> MatchingSearch {
        if let search { return search }
        let made = try reader.search(for: clause, by: origin, in: snapshot)
        search = made
        return made
    }
}
