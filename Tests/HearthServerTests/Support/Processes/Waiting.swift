import Foundation

/// Waits for what happens. The seconds are for tests that would wait forever: nothing is expected to take them.
enum Waiting {
    /// The descriptors from which something can be read, the end included; none when nothing came in time.
    static func untilReadable(_ descriptors: [Int32], seconds: Int) -> [Int32] {
        var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let deadline = Date(timeIntervalSinceNow: TimeInterval(seconds))
        while true {
            let left = max(0, Int32(deadline.timeIntervalSinceNow * 1_000))
            let count = poll(&polled, nfds_t(polled.count), left)
            if count < 0, errno == EINTR { continue }
            return polled.filter { $0.revents != 0 }.map(\.fd)
        }
    }
}

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
    func wait(for wanted: Int, seconds: Int = 60) throws {
        condition.lock()
        defer { condition.unlock() }
        let deadline = Date(timeIntervalSinceNow: TimeInterval(seconds))
        while count < wanted {
            guard condition.wait(until: deadline) else { throw Unexpected("\(count) of \(wanted) came in time") }
        }
    }
}

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
    func value(seconds: Int = 60) throws -> Value {
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
