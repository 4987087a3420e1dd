import HearthModel
import HearthStore

extension Write {
    /// The write with what a search finds for it, if it is a deletion by predicate.
    func searched(by reader: StoreReader, in snapshot: Snapshot) -> Write {
        guard case .delete(.matching(let clause)) = operation else { return self }
        do throws(HearthError) {
            let search = MatchingSearch(clause, by: origin)
            while try !search.step(reader, rows: .max, newest: snapshot) {}
            return search.found.map { searched(.success($0)) } ?? self
        } catch {
            return searched(.failure(error))
        }
    }
}
