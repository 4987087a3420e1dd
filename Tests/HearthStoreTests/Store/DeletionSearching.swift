import HearthModel
import HearthStore

/// A write, and its preparation, which goes on when the writer returns the write.
struct SearchedWrite {
    let write: Write
    private let search: ((StoreReader, Snapshot) throws(HearthError) -> Preparation?)?

    /// Deletions of few samples are not prepared, and saves only if that is wanted.
    init(_ write: Write, preparesSaves: Bool = false) {
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
        case .save(let columns) where preparesSaves:
            let save = SaveEncoder(columns, by: write.origin)
            self.search = { (reader, snapshot) throws(HearthError) in
                while try !save.step(reader, rows: .max, newest: snapshot) {}
                return .save(save.prepared)
            }
        case .addToWorkout(let request) where preparesSaves:
            let addition = AdditionEncoder(request, by: write.origin)
            self.search = { (reader, snapshot) throws(HearthError) in
                while try !addition.step(reader, rows: .max, newest: snapshot) {}
                return .addition(addition.prepared)
            }
        default: search = nil
        }
    }

    /// The write with what the search finds for it.
    func searched(by reader: StoreReader, in snapshot: Snapshot) -> Write {
        guard let search else { return write }
        do throws(HearthError) {
            return try search(reader, snapshot).map { write.prepared(.success($0)) } ?? write
        } catch {
            return write.prepared(.failure(error))
        }
    }
}

extension Write {
    /// The write with what a search finds for it, if it has one.
    func searched(by reader: StoreReader, in snapshot: Snapshot, preparesSaves: Bool = false) -> Write {
        SearchedWrite(self, preparesSaves: preparesSaves).searched(by: reader, in: snapshot)
    }
}
