import HearthModel
import HearthStore

extension Write {
    /// The write with what a search finds for it, if it is a deletion by predicate.
    func searched(by reader: StoreReader, in snapshot: Snapshot) -> Write {
        guard case .delete(.matching(let clause)) = operation else { return self }
        do throws(HearthError) {
            let search = try reader.search(for: clause, by: origin, in: snapshot)
            while try !search.step(reader, rows: .max, newest: snapshot) {}
            return searched(.success(search.found))
        } catch {
            return searched(.failure(error))
        }
    }
}
