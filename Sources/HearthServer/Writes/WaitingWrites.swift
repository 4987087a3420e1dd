package import HearthStore

/// The writes that the writer has and has not begun, and which of them are its next group.
///
/// Whoever is answered comes back with his next write, once the loop and he himself have had their turns. A group of all
/// that wait would have all be answered together, the disk wait for them, and them for the disk. So it has half of those
/// who are around: while these are written, the others are answered and come back.
package struct WaitingWrites {
    private var writes = Queue<PendingWrite>()
    private var lastGroup = 0

    /// So few go together in any case: by two groups the disk would lose more than the others gain.
    private static let fewest = 16

    package init() {}

    package var isEmpty: Bool { writes.isEmpty }

    package mutating func append(_ more: [PendingWrite]) {
        for write in more {
            writes.append(write)
        }
    }

    /// Takes the next group, in the order in which the writes came. Around are those that wait, and those of the group
    /// before, whose clients are being answered.
    package mutating func takeGroup() -> [PendingWrite] {
        let most = max((lastGroup + writes.count + 1) / 2, WaitingWrites.fewest)
        var group: [PendingWrite] = []
        group.reserveCapacity(min(most, writes.count))
        while group.count < most, let write = writes.popFirst() {
            group.append(write)
        }
        lastGroup = group.count
        return group
    }
}
