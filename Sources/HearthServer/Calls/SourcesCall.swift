import HearthModel
import HearthStore
import HearthWire

/// A ListSources.
final class SourcesCall: ReadingCall {
    let lane = Lane.queries
    static let field = "list_sources"
    let credit: CreditAccount? = nil
    var isLarge = false
    private let task: SourcesTask

    init(_ request: ListSources, _ cost: RequestCost, in snapshot: Snapshot) {
        task = SourcesTask(request, cost, in: snapshot)
    }

    var isSmall: Bool { task.isSmall }
    var held: ReadingMemory { task.held }

    func nextTask(_: Snapshot) -> any ReadTask { task }

    func finish(_ outcome: ReadOutcome, _: Snapshot) -> ReadingStep {
        switch outcome {
        case .batch(let packed, _): .reply(packed)
        case .pause: .pause
        case .end: .end(.complete)
        }
    }
}
