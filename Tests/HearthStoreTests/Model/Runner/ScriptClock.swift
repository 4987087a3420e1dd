import HearthModel
import Synchronization

/// The clock of a script: it stands still until a step moves it.
final class ScriptClock: Sendable {
    private let time = Mutex(Timestamp(nanoseconds: 1_795_300_000_000_000_000))

    var now: Timestamp { time.withLock { $0 } }

    func advance(_ nanoseconds: Int64) {
        time.withLock { $0.nanoseconds += nanoseconds }
    }
}
