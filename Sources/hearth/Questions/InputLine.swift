import HearthSystem

/// A line of standard input.
struct InputLine: Sendable {
    let text: String
    /// When it was read, on the monotonic clock: a line can wait while other events are handled.
    let time: Int64

    /// The lines of standard input, which a thread waits for. It has no lock of the C library at the end of the program.
    ///
    /// Unsafe pointers: `read` takes the address of a buffer.
    static func standardInput() -> AsyncStream<InputLine> {
        let (lines, continuation) = AsyncStream<InputLine>.makeStream()
        _ = BackgroundThread {
            var bytes = [UInt8](repeating: 0, count: 4_096)
            var pending: [UInt8] = []
            while case let count = HearthSystem.read(STDIN_FILENO, &bytes, bytes.count),
                count > 0 || count < 0 && errno == EINTR
            {
                let time = MonotonicClock.now()
                pending += bytes.prefix(max(count, 0))
                while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                    continuation.yield(InputLine(text: String(decoding: pending[..<end], as: UTF8.self), time: time))
                    pending.removeFirst(end + 1)
                }
            }
            if !pending.isEmpty {
                let rest = String(decoding: pending, as: UTF8.self)
                continuation.yield(InputLine(text: rest, time: MonotonicClock.now()))
            }
            continuation.finish()
        }
        return lines
    }
}
