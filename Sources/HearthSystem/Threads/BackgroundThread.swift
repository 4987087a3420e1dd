/// Work on a separate thread. Releasing this value detaches the thread, and the work continues.
///
/// `@unchecked Sendable`: the thread's identifier, a pointer on some systems, is constant.
///
/// Unsafe pointers: pthread passes the work as an address.
package final class BackgroundThread: @unchecked Sendable {
    private let work: Work
    private let thread: pthread_t
    /// The system keeps a thread's state until the thread is joined or detached.
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

    /// Starts the work. A system without room for another thread stops the program.
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

    /// Sleeps for a moment, which the system may extend.
    package static func pause(nanoseconds: Int) {
        var moment = timespec(tv_sec: 0, tv_nsec: nanoseconds)
        nanosleep(&moment, nil)
    }

    /// Waits for the end of the work, and throws its error. To be called once.
    package func join() throws {
        pthread_join(thread, nil)
        isJoined.withLock { $0 = true }
        if let failure = work.failure.withLock({ $0 }) {
            throw failure
        }
    }
}
