import HearthModel
import HearthStore
import HearthWire

/// A ListSources.
final class SourcesCall: ReadingCall {
    let lane = Lane.queries
    static let field = "list_sources"
    let credit: CreditAccount? = nil
    var isReading = false
    private let task: SourcesTask

    init(_ request: ListSources, in snapshot: Snapshot) {
        task = SourcesTask(request, in: snapshot)
    }

    func nextTask(_: Snapshot) -> any ReadTask { task }

    func finish(_ outcome: ReadOutcome, _: Snapshot) -> ReadingStep {
        switch outcome {
        case .batch(let packed, _): .reply(packed)
        case .pause: .pause
        case .end: .end(.complete)
        }
    }
}
