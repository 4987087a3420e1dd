import HearthModel
import HearthStore

/// A write, and the search for what it deletes, which goes on when the writer returns the deletion.
struct SearchedWrite {
    let write: Write
    private let search: ((StoreReader, Snapshot) throws(HearthError) -> FoundDeletion?)?

    /// Deletions of few samples are not searched.
    init(_ write: Write) {
        self.write = write
        switch write.operation {
        case .delete(.matching(let clause)):
            let search = MatchingSearch(clause, by: write.origin)
            self.search = { (reader, snapshot) throws(HearthError) in
                while try !search.step(reader, rows: .max, newest: snapshot) {}
                return search.found.map { .rows($0) }
            }
        case .delete(.objects(let ids)) where ids.count > 2:
            let search = ObjectSearch(ids, by: write.origin)
            self.search = { (reader, snapshot) throws(HearthError) in
                while try !search.step(reader, rows: .max, newest: snapshot) {}
                return .objects(search.found)
            }
        default: search = nil
        }
    }

    /// The write with what the search finds for it.
    func searched(by reader: StoreReader, in snapshot: Snapshot) -> Write {
        guard let search else { return write }
        do throws(HearthError) {
            return try search(reader, snapshot).map { write.searched(.success($0)) } ?? write
        } catch {
            return write.searched(.failure(error))
        }
    }
}

extension Write {
    /// The write with what a search finds for it, if it is a deletion.
    func searched(by reader: StoreReader, in snapshot: Snapshot) -> Write {
        SearchedWrite(self).searched(by: reader, in: snapshot)
    }
}
