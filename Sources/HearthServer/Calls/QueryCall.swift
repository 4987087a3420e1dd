import HearthModel
import HearthStore
import HearthWire

/// A QuerySamples: the samples of the snapshot that was the newest when the call was opened.
final class QueryCall: ReadingCall {
    let lane = Lane.queries
    static let field = "query_samples"
    let credit: CreditAccount?
    var isLarge = false
    private let task: QueryTask

    init(_ request: QuerySamples, _ cost: RequestCost, in snapshot: Snapshot, _ limits: Limits) {
        task = QueryTask(request, cost, in: snapshot)
        credit = CreditAccount(limits)
    }

    var isSmall: Bool { task.isSmall }

    func nextTask(_: Snapshot) -> any ReadTask { task }

    func finish(_ outcome: ReadOutcome, _: Snapshot) -> ReadingStep {
        switch outcome {
        case .batch(let packed, let isLast): isLast ? .last(packed, reason) : .batch(packed)
        case .pause: .pause
        case .end: .end(reason)
        }
    }

    var held: ReadingMemory { task.held }

    private var reason: DoneReason { task.reachedLimit ? .limit : .complete }
}
