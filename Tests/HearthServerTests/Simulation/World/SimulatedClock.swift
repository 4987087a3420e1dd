import HearthModel
import HearthServer
import Synchronization

/// The clock of a simulation: it stands still until a step moves it.
final class SimulatedClock: Sendable {
    private struct State {
        /// Since the beginning.
        var nanoseconds: Int64 = 0
        var date = Timestamp(nanoseconds: 1_795_300_000_000_000_000)
    }

    private let state = Mutex(State())

    var nanoseconds: Int64 { time.nanoseconds }
    var date: Timestamp { time.date }
    var time: ServerTime { state.withLock { ServerTime(nanoseconds: $0.nanoseconds, date: $0.date) } }

    func advance(_ nanoseconds: Int64) {
        state.withLock {
            $0.nanoseconds += nanoseconds
            $0.date.nanoseconds += nanoseconds
        }
    }

    /// Somebody sets the clock on the wall, forward or back.
    func set(by nanoseconds: Int64) {
        state.withLock { $0.date.nanoseconds += nanoseconds }
    }
}
