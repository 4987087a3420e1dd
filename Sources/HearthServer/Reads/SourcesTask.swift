import HearthModel
import HearthStore
import HearthWire

/// Finds the sources that a ListSources asks for.
final class SourcesTask: ReadTask {
    private let request: ListSources
    private let snapshot: Snapshot
    private var search: SourceSearch?
    private(set) var isSmall: Bool

    init(_ request: ListSources, in snapshot: Snapshot) {
        self.request = request
        self.snapshot = snapshot
        isSmall = request.clauses.isSimple
    }

    func step(_ reader: StoreReader, rows: Int) throws(HearthError) -> CursorStep<Reply> {
        isSmall = false
        let search = try prepared(reader)
        switch try search.step(reader, rows: rows) {
        case .batch(let list): return .batch(.sourceList(list))
        case .pause: return .pause
        case .end: return .end
        }
    }

    private func prepared(_ reader: StoreReader) throws(HearthError) -> SourceSearch {
        if let search { return search }
        let made = try reader.sources(request, in: snapshot)
        search = made
        return made
    }
}
