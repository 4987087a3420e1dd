import Foundation
import HearthTestSupport

/// Work on a thread of its own.
final class BackgroundWork<Value: Sendable>: @unchecked Sendable {
    private let condition = NSCondition()
    private var result: Result<Value, any Error>?

    init(_ body: @escaping @Sendable () throws -> Value) {
        Thread.detachNewThread {
            let result = Result { try body() }
            self.condition.lock()
            self.result = result
            self.condition.broadcast()
            self.condition.unlock()
        }
    }

    /// What the work came to; waits for it.
    func value(seconds: Int = Waiting.secondsMax) throws -> Value {
        condition.lock()
        defer { condition.unlock() }
        let deadline = Date(timeIntervalSinceNow: TimeInterval(seconds))
        while true {
            if let result {
                return try result.get()
            }
            guard condition.wait(until: deadline) else { throw Unexpected("a thread of the test does not end") }
        }
    }
}
