internal import HearthSystem

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

    /// These blocks are part of the newest state, whatever was said of them before.
    func keep(_ ids: some Sequence<Int64>) {
        state.withLock { state in
            let kept = Set(ids)
            state.retired.subtract(kept)
            state.released.removeAll(where: kept.contains)
        }
    }

    func released(_ id: Int64) {
        state.withLock { state in
            if state.retired.remove(id) != nil {
                state.released.append(id)
            }
        }
    }

    /// Takes blocks to delete, at most this many.
    func takeReleased(atMost most: Int) -> [Int64] {
        state.withLock { state in
            let taken = Array(state.released.suffix(most))
            state.released.removeLast(taken.count)
            return taken
        }
    }

    /// Gives back what could not be deleted.
    func giveBack(_ ids: [Int64]) {
        state.withLock { $0.released += ids }
    }

    var hasReleased: Bool { state.withLock { !$0.released.isEmpty } }
}
