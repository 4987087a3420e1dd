import HearthSystem

/// Ctrl-C and the other signals that ask a program to end, for commands that must clean up first.
enum Interruption {
    private static let signals = [SIGINT, SIGTERM, SIGHUP]

    /// Does the work on other threads and waits for it. A signal cancels it, and then ends the program as if it had
    /// not been handled.
    static func wait(_ work: @escaping @Sendable () async throws -> Void) throws {
        let received = Guarded<Int32>(0)
        // Threads inherit the mask, so it is set before the first one starts.
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

    /// Lets a shell see that the program was interrupted, so that it ends its script.
    private static func endAsSignalled(_ signal: Int32) {
        guard signal != 0 else { return }
        changeMask(SIG_UNBLOCK)
        raise(signal)
    }
}
