package import HearthStore

/// The writes that the writer has and has not begun, and which of them are its next group.
///
/// A client sends its next write only after its last one is acknowledged. Committing everything at once would make
/// clients and disk wait for each other, so a group takes half of the active clients. While it is written, the others
/// are answered and send their next writes. When these are late, the writer waits a moment for them
/// (`areMoreExpected`), which costs less than many small groups.
///
/// Executing a large write takes longer than the disk does. Writes that arrive meanwhile join its group, so they do not
/// wait for the disk twice.
package struct WaitingWrites {
    private var writes = Queue<Write>()
    private var lastGroup = 0
    /// So many of the last group are of clients who have come back since.
    private var returned = 0
    private var lastHasLarge = false
    private var recent = RecentWriters()
    private let largeSamples: Int

    /// So few go together in any case: by two groups the disk would lose more than the others gain.
    private static let fewest = 16
    /// So many are enough of a half: what a group costs by itself is little then for each of them.
    fileprivate static let enough = 32

    /// `largeSamples`: a save of this many samples is large: executing it takes as long as the disk.
    package init(largeSamples: Int = 1_024) {
        self.largeSamples = largeSamples
    }

    package var isEmpty: Bool { writes.isEmpty }

    /// Whether more are about to come, so that a moment's wait makes one group of what would be two or three, each with
    /// its own way to the disk: many are around, and fewer than half of them are here.
    package var areMoreExpected: Bool {
        !lastHasLarge && recent.count > 2 * WaitingWrites.fewest
            && writes.count < min(recent.count / 2, WaitingWrites.enough)
    }

    package mutating func append(_ more: [Write]) {
        for write in more {
            returned += recent.noteReturn(of: write.origin)
            writes.append(write)
        }
    }

    /// Takes the next group, in the order in which the writes came. Around are those that wait, and those of the group
    /// before whose clients are still being answered.
    package mutating func takeGroup() -> [Write] {
        let around = lastGroup - returned + writes.count
        let most = max((around + 1) / 2, WaitingWrites.fewest)
        var group: [Write] = []
        group.reserveCapacity(min(most, writes.count))
        while group.count < most, let write = writes.popFirst() {
            group.append(write)
        }
        lastGroup = group.count
        returned = 0
        lastHasLarge = group.contains { $0.sampleCount >= largeSamples }
        recent.beginGroup()
        recent.note(group)
        return group
    }

    /// Takes those that join the group which is carried out, before it goes to the disk.
    package mutating func takeJoining() -> [Write] {
        var joining: [Write] = []
        while lastHasLarge, let write = writes.popFirst() {
            joining.append(write)
        }
        lastGroup += joining.count
        recent.note(joining)
        return joining
    }
}

/// Those who wrote in the last groups.
private struct RecentWriters {
    private struct Visit {
        /// Kept, so that nobody else gets what it is known by.
        let origin: Write.Origin
        /// The number of the last group that has a write of this client.
        var group: Int
        /// Its writes in that group, until it comes back.
        var writes: Int
    }

    /// The last visit of each; some are longer ago.
    private var visits: [ObjectIdentifier: Visit] = [:]
    /// How many have each of the last groups for their last one, by its number modulo theirs.
    private var counts = [Int](repeating: 0, count: RecentWriters.groups)
    private(set) var count = 0
    private var group = 0

    /// In so many groups everybody has come back who is around.
    private static let groups = 4

    mutating func beginGroup() {
        group += 1
        count -= counts[group % RecentWriters.groups]
        counts[group % RecentWriters.groups] = 0
        if visits.count > 2 * (count + WaitingWrites.enough) {
            visits = visits.filter { isRecent($0.value.group) }
        }
    }

    /// Writes of the group that was begun last.
    mutating func note(_ writes: [Write]) {
        for write in writes {
            var visit = Visit(origin: write.origin, group: group, writes: 1)
            let last = visits[ObjectIdentifier(write.origin)]
            if let last, isRecent(last.group) {
                counts[last.group % RecentWriters.groups] -= 1
                visit.writes += last.group == group ? last.writes : 0
            } else {
                count += 1
            }
            counts[group % RecentWriters.groups] += 1
            visits[ObjectIdentifier(write.origin)] = visit
        }
    }

    /// A client has come with a write: how many it had in the last group, once.
    mutating func noteReturn(of origin: Write.Origin) -> Int {
        guard let index = visits.index(forKey: ObjectIdentifier(origin)), visits.values[index].group == group
        else { return 0 }
        defer { visits.values[index].writes = 0 }
        return visits.values[index].writes
    }

    private func isRecent(_ number: Int) -> Bool { number > group - RecentWriters.groups }
}
