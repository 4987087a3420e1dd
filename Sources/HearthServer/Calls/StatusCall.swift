import HearthStore
import HearthWire

/// A request for the state of the server, or of background delivery to an app.
final class StatusCall: ReadingCall {
    let lane = Lane.queries
    static let field = "status"
    let credit: CreditAccount? = nil
    var isLarge = false
    /// Collects the state when a reader is about to report it, so that waiting calls hold nothing.
    private let makeTask: () -> any ReadTask

    init(_ makeTask: @escaping () -> any ReadTask) {
        self.makeTask = makeTask
    }

    /// It reads files, and formats thousands of names.
    let isSmall = false

    func nextTask(_: Snapshot) -> any ReadTask { makeTask() }

    func finish(_ outcome: ReadOutcome, _: Snapshot) -> ReadingStep {
        switch outcome {
        case .batch(let packed, _): .reply(packed)
        case .pause: .pause
        case .end: .end(.complete)
        }
    }
}
