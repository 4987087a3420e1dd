import Foundation
import HearthSystem
import Synchronization

/// Signals between a thread and the thread that waits for it.
final class ThreadSignals: Sendable {
    private let begun = Atomic(false)
    private let stopped = Atomic(false)

    /// The thread has started its work.
    var hasBegun: Bool { begun.load(ordering: .relaxed) }

    /// The thread has done enough.
    var isStopped: Bool { stopped.load(ordering: .relaxed) }

    func begin() {
        begun.store(true, ordering: .relaxed)
    }

    func stop() {
        stopped.store(true, ordering: .relaxed)
    }
}

/// A thread that works in the background.
struct SideThread {
    private let signals: ThreadSignals
    private let thread: BackgroundThread

    init(_ signals: ThreadSignals, _ work: @escaping @Sendable () throws -> Void) {
        self.signals = signals
        thread = BackgroundThread {
            // A thread that fails must not be waited for forever.
            defer { signals.begin() }
            try work()
        }
    }

    /// Calls `body` once the thread has started its work, and then tells it to stop.
    func beside(_ body: () -> Void) {
        while !signals.hasBegun {
            usleep(100)
        }
        body()
        signals.stop()
    }

    func join() throws {
        try thread.join()
    }
}
