import HearthThreads

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Ctrl-C and the other signals that ask a program to end, for commands that have to clean up before.
///
/// The others need none of it: what they print is written line by line, and the server notices that they are gone.
enum Interruption {
    private static let signals = [SIGINT, SIGTERM, SIGHUP]

    /// Does the work on other threads and waits for it. A signal cancels it; when it has ended the program ends as the
    /// signal would have ended it.
    static func wait(_ work: @escaping @Sendable () async throws -> Void) throws {
        let received = Guarded<Int32>(0)
        // Before there is another thread: threads inherit what is blocked.
        changeMask(SIG_BLOCK)
        do {
            try Waiting.wait {
                let task = Task { try await work() }
                _ = BackgroundThread {
                    let signal = nextSignal()
                    received.withLock { $0 = signal }
                    task.cancel()
                }
                try await task.value
            }
        } catch {
            endAsSignalled(received.withLock { $0 })
            throw error
        }
        endAsSignalled(received.withLock { $0 })
    }

    private static var set: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals {
            sigaddset(&set, signal)
        }
        return set
    }

    private static func changeMask(_ how: Int32) {
        var set = set
        pthread_sigmask(how, &set, nil)
    }

    private static func nextSignal() -> Int32 {
        var set = set
        var signal: Int32 = 0
        while sigwait(&set, &signal) != 0 {}
        return signal
    }

    /// A shell is to see that the program was interrupted, so that it does not go on with the next one.
    private static func endAsSignalled(_ signal: Int32) {
        guard signal != 0 else { return }
        changeMask(SIG_UNBLOCK)
        raise(signal)
    }
}
