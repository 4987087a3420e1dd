import HearthModel

/// Followers of types that have changed, which are taken a few at a time.
///
/// A type that changes while its followers are taken joins the queue again, once: the queue grows with the types and not
/// with the changes.
struct WakeQueue<Follower: Hashable> {
    /// The types, and nil for those that follow all types.
    private var queue = ReadyQueue<ObjectType?>()
    /// The followers that are left of the type that left the queue last.
    private var left: [Follower] = []

    var isEmpty: Bool { left.isEmpty && queue.isEmpty }

    mutating func insert(_ keys: [ObjectType?], _ index: TypeIndex<Follower>) {
        for key in keys where !index.followers(under: key).isEmpty {
            queue.insert(key)
        }
    }

    /// Takes the next followers.
    mutating func take(_ most: Int, _ index: TypeIndex<Follower>) -> [Follower] {
        var taken: [Follower] = []
        while taken.count < most {
            if left.isEmpty {
                guard let key = queue.popFirst() else { break }
                left = Array(index.followers(under: key))
            }
            let count = min(most - taken.count, left.count)
            taken += left.suffix(count)
            left.removeLast(count)
        }
        return taken
    }
}
