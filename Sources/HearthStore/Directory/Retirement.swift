internal import HearthSystem

/// Which blocks can be deleted: those that the newest state no longer has and that no older snapshot has either.
///
/// Snapshots end on any thread, blocks are deleted by the writer: hence the lock.
final class Retirement: Sendable {
    private struct State: Sendable {
        /// Replaced, and perhaps still read.
        var retired: Set<Int64> = []
        var released: [ReleasedBlock] = []
    }

    private let state = Guarded(State())

    /// Marks blocks as removed from the newest state. Called while something still holds them.
    func retire(_ ids: some Sequence<Int64>) {
        state.withLock { $0.retired.formUnion(ids) }
    }

    /// Marks blocks as part of the newest state, even if they were retired or released before.
    func keep(_ ids: some Sequence<Int64>) {
        state.withLock { state in
            let kept = Set(ids)
            state.retired.subtract(kept)
            state.released.removeAll { kept.contains($0.id) }
        }
    }

    func released(_ id: Int64, bytes: Int) {
        state.withLock { state in
            if state.retired.remove(id) != nil {
                state.released.append(ReleasedBlock(id: id, bytes: bytes))
            }
        }
    }

    /// Takes blocks to delete: at most this many, and of this many bytes unless one block has more.
    func takeReleased(atMost most: Int, bytes bytesMax: Int) -> [ReleasedBlock] {
        state.withLock { state in
            var bytes = 0
            let taken = state.released.reversed().prefix(most).prefix { block in
                defer { bytes += block.bytes }
                return bytes == 0 || bytes + block.bytes <= bytesMax
            }
            state.released.removeLast(taken.count)
            return Array(taken)
        }
    }

    /// Gives back what could not be deleted.
    func giveBack(_ blocks: [ReleasedBlock]) {
        state.withLock { $0.released += blocks.reversed() }
    }

    var hasReleased: Bool { state.withLock { !$0.released.isEmpty } }
}

/// A block that can be deleted.
struct ReleasedBlock: Sendable {
    let id: Int64
    /// About how many bytes it has. To delete it takes longer the more there are.
    let bytes: Int
}
