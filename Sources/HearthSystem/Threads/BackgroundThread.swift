/// Work on a thread of its own. It goes on when this value is gone; nobody then waits for its end.
///
/// `@unchecked Sendable`: the thread's name, which is a pointer on some systems, does not change.
///
/// Unsafe pointers: pthread hands the work over as an address.
package final class BackgroundThread: @unchecked Sendable {
    private let work: Work
    private let thread: pthread_t
    /// The system keeps what it knows of a thread until somebody has waited for it or said that nobody will.
    private let isJoined = Guarded(false)

    private final class Work: Sendable {
        let body: @Sendable () throws -> Void
        let failure = Guarded<(any Error)?>(nil)

        init(_ body: @escaping @Sendable () throws -> Void) {
            self.body = body
        }

        func run() {
            do {
                try body()
            } catch {
                failure.withLock { $0 = error }
            }
        }
    }

    /// Begins the work. A system that has no room for a thread has none for the program.
    package init(_ body: @escaping @Sendable () throws -> Void) {
        work = Work(body)
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        let code = pthread_create(
            &thread,
            nil,
            { argument in
                #if canImport(Darwin)
                    Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
                #else
                    guard let argument else { return nil }
                    Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
                #endif
                return nil
            },
            Unmanaged.passRetained(work).toOpaque()
        )
        #if canImport(Darwin)
            guard code == 0, let thread else { preconditionFailure("the system has no room for a thread") }
        #else
            precondition(code == 0, "the system has no room for a thread")
        #endif
        self.thread = thread
    }

    deinit {
        if !isJoined.withLock({ $0 }) {
            pthread_detach(thread)
        }
    }

    /// Leaves the processor to others for a moment, which the system may make somewhat longer.
    package static func pause(nanoseconds: Int) {
        var moment = timespec(tv_sec: 0, tv_nsec: nanoseconds)
        nanosleep(&moment, nil)
    }

    /// Waits for the end of the work, and throws what it threw. To be called once.
    package func join() throws {
        pthread_join(thread, nil)
        isJoined.withLock { $0 = true }
        if let failure = work.failure.withLock({ $0 }) {
            throw failure
        }
    }
}
