internal import HearthModel
internal import HearthSystem

/// The blocks of a store that were read last, and the sets of members that were collected from them. All readers share
/// it, on whichever thread.
///
/// An entry is inserted into the young generation. Before that would take more than half of the bytes, it becomes the old
/// one, and the entries of the old one that were not used again are dropped. A set that a reader still holds is found
/// also after that. The lock is held for a look-up only: blocks are read and decoded without it, so no reader waits for
/// another's decoding.
final class BlockCache: Sendable {
    private enum Key: Hashable {
        case block(Int64)
        case members(SharedMembers.Key)
    }

    private enum Entry: Sendable {
        case block(SegmentBlock)
        case members(MemberSet)

        var byteCount: Int {
            switch self {
            case .block(let block): block.byteCount
            case .members(let members): members.heldBytes
            }
        }
    }

    private struct Generation: Sendable {
        var entries: [Key: Entry] = [:]
        var byteCount = 0
    }

    private let bytesMax: Int
    private let generations = Guarded((young: Generation(), old: Generation()))
    private let shared = Guarded(SharedMembers())

    init(bytesMax: Int = 16 << 20) {
        self.bytesMax = bytesMax
    }

    func block(_ id: Int64) -> SegmentBlock? {
        guard case .block(let block) = entry(.block(id)) else { return nil }
        return block
    }

    func insert(_ block: SegmentBlock, for id: Int64) {
        insert(.block(block), .block(id))
    }

    func members(_ key: SharedMembers.Key) -> MemberSet? {
        if case .members(let members) = entry(.members(key)) { return members }
        return shared.withLock { $0[key] }
    }

    /// Inserts a set of members. Returns the one that another reader has inserted meanwhile, if there is one.
    func insert(_ members: MemberSet, for key: SharedMembers.Key) -> MemberSet {
        let known = shared.withLock { shared in
            if let known = shared[key] { return known }
            shared.insert(members, for: key)
            return members
        }
        insert(.members(known), .members(key))
        return known
    }

    /// The set of members that is being built, or else a new one.
    func build(_ key: SharedMembers.Key, _ make: () -> SharedBuild) -> (set: SharedBuild, isOwn: Bool) {
        shared.withLock { $0.build(key, make) }
    }

    /// The bytes of all entries.
    var byteCount: Int {
        generations.withLock { $0.young.byteCount + $0.old.byteCount }
    }

    /// An entry, which counts as used now.
    private func entry(_ key: Key) -> Entry? {
        let (found, isOld) = generations.withLock { generations -> (Entry?, Bool) in
            if let found = generations.young.entries[key] { return (found, false) }
            guard let found = generations.old.entries.removeValue(forKey: key) else { return (nil, false) }
            generations.old.byteCount -= found.byteCount
            return (found, true)
        }
        if isOld, let found {
            insert(found, key)
        }
        return found
    }

    private func insert(_ entry: Entry, _ key: Key) {
        let bytes = entry.byteCount
        guard bytes <= bytesMax / 2 else { return }
        // What is dropped is freed after the lock.
        let dropped = generations.withLock { generations -> Generation? in
            guard generations.young.entries[key] == nil else { return nil }
            var dropped: Generation?
            if generations.young.byteCount + bytes > bytesMax / 2 {
                dropped = generations.old
                generations.old = generations.young
                generations.young = Generation()
            }
            generations.young.entries[key] = entry
            generations.young.byteCount += bytes
            return dropped
        }
        _ = dropped
    }
}
