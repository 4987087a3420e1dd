import Foundation

/// Waits for what happens. The seconds are for tests that would wait forever: nothing is expected to take them.
package enum Waiting {
    /// Longer than anything takes on a busy machine, where a test may run at a twentieth of its speed.
    package static let secondsMax = 600

    /// The descriptors from which something can be read, the end included; none when nothing came in time.
    package static func untilReadable(_ descriptors: [Int32], seconds: Int) -> [Int32] {
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
