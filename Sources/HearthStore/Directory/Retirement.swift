internal import HearthThreads

/// Which blocks can be deleted: those that the newest state no longer has and that no older snapshot has either.
///
/// Snapshots end on any thread, blocks are deleted by the writer: hence the lock.
final class Retirement: Sendable {
    private struct State: Sendable {
        /// Replaced, and perhaps still read.
        var retired: Set<Int64> = []
        var released: [Int64] = []
    }

    private let state = Guarded(State())

    /// These blocks are no part of the newest state any more. Called while something still holds them.
    func retire(_ ids: some Sequence<Int64>) {
        state.withLock { $0.retired.formUnion(ids) }
    }

    func released(_ id: Int64) {
        state.withLock { state in
            if state.retired.remove(id) != nil {
                state.released.append(id)
            }
        }
    }

    /// Blocks to delete, at most so many; they are not given out again.
    func takeReleased(atMost most: Int) -> [Int64] {
        state.withLock { $0.released.take(atMost: most) }
    }

    /// Gives back what could not be deleted.
    func giveBack(_ ids: [Int64]) {
        state.withLock { $0.released += ids }
    }

    var hasReleased: Bool { state.withLock { !$0.released.isEmpty } }
}
