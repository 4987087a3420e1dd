import HearthModel
import HearthStore
import HearthWire

/// A ListSources.
final class SourcesCall: ReadingCall {
    let lane = Lane.queries
    static let field = "list_sources"
    let credit: CreditAccount? = nil
    private let search: SourceSearch

    init(_ request: ListSources, _ reading: Reading) throws(HearthError) {
        search = try reading.reader.sources(request, in: reading.snapshot)
    }

    func step(_: Reading) throws(HearthError) -> ReadingStep {
        switch try search.step() {
        case .batch(let list): .reply(.sourceList(list))
        case .pause: .pause
        case .end: .end(.complete)
        }
    }
}
