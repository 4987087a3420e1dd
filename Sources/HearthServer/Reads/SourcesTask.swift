import HearthModel
import HearthStore
import HearthWire

/// Finds the sources that a ListSources asks for.
final class SourcesTask: ReadTask {
    private let request: ListSources
    private let snapshot: Snapshot
    private var reading = PreparedReading<SourceSearch>.requested
    private(set) var isSmall: Bool

    init(_ request: ListSources, _ cost: RequestCost, in snapshot: Snapshot) {
        self.request = request
        self.snapshot = snapshot
        // The names of many apps take long to sort and to encode.
        isSmall = cost.isSimple && snapshot.provenanceCount <= SourcesTask.provenancesOfSmall
    }

    /// As many have names of a quarter of a megabyte at most.
    private static let provenancesOfSmall = 32

    var held: ReadingMemory { reading.held }

    func restart() {
        reading = .requested
    }

    func step(_ reader: StoreReader, rows: Int) throws(HearthError) -> CursorStep<Reply> {
        isSmall = false
        var rows = rows
        let search = try reading.cursor(of: request.clauses(in: snapshot), in: snapshot, reader, &rows) {
            prepared throws(HearthError) in
            try reader.sources(request, in: snapshot, prepared)
        }
        guard let search else { return .pause }
        switch try search.step(reader, rows: rows) {
        case .batch(let list): return .batch(.sourceList(list))
        case .pause: return .pause
        case .end: return .end
        }
    }
}
