import HearthModel
import HearthServer
import Synchronization

/// The clock of a simulation: it stands still until a step moves it.
final class SimulatedClock: Sendable {
    private static let beginning: Int64 = 1_795_300_000_000_000_000

    private let passed = Mutex<Int64>(0)

    /// Since the beginning.
    var nanoseconds: Int64 { passed.withLock { $0 } }
    var date: Timestamp { Timestamp(nanoseconds: SimulatedClock.beginning + nanoseconds) }
    var time: ServerTime { ServerTime(nanoseconds: nanoseconds, date: date) }

    func advance(_ nanoseconds: Int64) {
        passed.withLock { $0 += nanoseconds }
    }
}
