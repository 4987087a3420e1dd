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
