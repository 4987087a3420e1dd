package import HearthStore
internal import HearthSystem

/// The queue of the writer thread, and which of its writes are the next group.
///
/// Many clients send their next write only after their last one is acknowledged. Committing everything at once would make
/// clients and disk wait for each other, so a group takes half of the active clients: while it is written, the others are
/// answered and send their next writes.
///
/// Executing a large write takes longer than the disk does. Writes that arrive meanwhile join its group, so they do not
/// wait for the disk twice.
package struct CommitBatcher {
    private var writes = Queue<Write>()
    /// The clients of the last groups, the newest group last. An active client is in one of them.
    private var lastClients: [[ObjectIdentifier]] = []
    private var activeClients = 0
    private var lastHasLarge = false
    private let largeSamples: Int

    /// A group has this many writes whatever the number of clients: a smaller one costs more disk time than it saves.
    private static let fewest = 16
    /// A group of this many writes is worth committing: its fixed cost is small for each of them.
    private static let enough = 32
    private static let groupsRemembered = 4

    /// `largeSamples`: a save of this many samples is large: executing it takes as long as the disk.
    package init(largeSamples: Int = WriteSizes.slowSamples) {
        self.largeSamples = largeSamples
    }

    package var isEmpty: Bool { writes.isEmpty }

    /// Whether to wait a moment for more writes: many clients are active, and fewer than half of them are here.
    package var shouldLinger: Bool {
        !lastHasLarge && activeClients > 2 * CommitBatcher.fewest
            && writes.count < min(activeClients / 2, CommitBatcher.enough)
    }

    package mutating func append(_ more: [Write]) {
        for write in more {
            writes.append(write)
        }
    }

    /// Takes the next group, in the order of arrival.
    package mutating func takeGroup() -> [Write] {
        let group = take(max((max(activeClients, writes.count) + 1) / 2, CommitBatcher.fewest))
        lastClients = lastClients.suffix(CommitBatcher.groupsRemembered - 1) + [[]]
        note(group)
        lastHasLarge = group.contains { $0.sampleCount >= largeSamples }
        return group
    }

    /// Takes the writes that join the group that was executed, before it is written.
    package mutating func takeLateJoiners() -> [Write] {
        guard lastHasLarge else { return [] }
        let joiners = take(.max)
        note(joiners)
        return joiners
    }

    /// Notes the clients of writes of the last group.
    private mutating func note(_ writes: [Write]) {
        lastClients[lastClients.count - 1] += writes.map { ObjectIdentifier($0.origin) }
        activeClients = Set(lastClients.joined()).count
    }

    private mutating func take(_ most: Int) -> [Write] {
        var taken: [Write] = []
        while taken.count < most, let write = writes.popFirst() {
            taken.append(write)
        }
        return taken
    }
}
