import HearthModel
import HearthStore
import HearthWire

/// Finds the samples that a deletion by predicate means, before the writer gets the deletion.
final class DeletionTask: ReadTask {
    private let clause: Clause
    private let origin: Write.Origin
    private var search: MatchingSearch?
    private(set) var isSmall: Bool
    /// The newest snapshot when the step was requested.
    var newest: Snapshot

    init(_ clause: Clause, by origin: Write.Origin, in snapshot: Snapshot) {
        self.clause = clause
        self.origin = origin
        newest = snapshot
        isSmall = [clause].isSimple
    }

    var found: FoundRows { search?.found ?? FoundRows() }

    func step(_ reader: StoreReader, rows: Int) throws(HearthError) -> CursorStep<Reply> {
        isSmall = false
        let search = try prepared(reader)
        return try search.step(reader, rows: rows, newest: newest) ? .end : .pause
    }

    private func prepared(_ reader: StoreReader) throws(HearthError) -> MatchingSearch {
        if let search { return search }
        let made = try reader.search(for: clause, by: origin, in: newest)
        search = made
        return made
    }
}
