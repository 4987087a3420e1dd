import Foundation
import HearthSystem
import Synchronization

/// What a thread and the one who waits for it tell each other.
final class ThreadSignals: Sendable {
    private let begun = Atomic(false)
    private let stopped = Atomic(false)

    /// The thread is in the midst of its work.
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

/// A thread that works beside something else.
struct SideThread {
    private let signals: ThreadSignals
    private let thread: BackgroundThread

    init(_ signals: ThreadSignals, _ work: @escaping @Sendable () throws -> Void) {
        self.signals = signals
        thread = BackgroundThread {
            // Whoever waits for a thread that fails is not to wait forever.
            defer { signals.begin() }
            try work()
        }
    }

    /// Calls `body` once the thread is in the midst of its work, and then tells it to stop.
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
