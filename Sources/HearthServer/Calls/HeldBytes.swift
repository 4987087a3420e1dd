import HearthStore

/// The bytes that some open calls hold. A set of members that several of them share counts once.
struct HeldBytes {
    private struct Share {
        let set: MemberSet
        var holders = 0
    }

    private(set) var total = 0
    private var shares: [ObjectIdentifier: Share] = [:]

    mutating func add(_ memory: ReadingMemory) {
        total += memory.bytes
        for shared in memory.shared {
            let id = ObjectIdentifier(shared)
            if shares[id] == nil {
                shares[id] = Share(set: shared)
                total += shared.heldBytes
            }
            shares[id]?.holders += 1
        }
    }

    mutating func subtract(_ memory: ReadingMemory) {
        total -= memory.bytes
        for shared in memory.shared {
            let id = ObjectIdentifier(shared)
            guard let share = shares[id] else { continue }
            if share.holders > 1 {
                shares[id]?.holders -= 1
            } else {
                shares[id] = nil
                total -= shared.heldBytes
            }
        }
    }
}
