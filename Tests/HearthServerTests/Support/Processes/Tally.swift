import Foundation
import HearthTestSupport

/// Numbers that threads add up, and on which others wait.
final class Tally: @unchecked Sendable {
    private let condition = NSCondition()
    private var count = 0

    func add(_ more: Int = 1) {
        condition.lock()
        count += more
        condition.broadcast()
        condition.unlock()
    }

    var value: Int {
        condition.lock()
        defer { condition.unlock() }
        return count
    }

    /// Waits until so many were added in all.
    func wait(for wanted: Int, seconds: Int = Waiting.secondsMax) throws {
        condition.lock()
        defer { condition.unlock() }
        let deadline = Date(timeIntervalSinceNow: TimeInterval(seconds))
        while count < wanted {
            guard condition.wait(until: deadline) else { throw Unexpected("\(count) of \(wanted) came in time") }
        }
    }
}
