import HearthModel
import HearthStore

/// The position of a subscription, as far as its call knows without looking at the store.
struct SubscriptionPosition {
    /// Empty: all types.
    let types: Set<ObjectType>
    /// Everything up to here was sent, or does not concern it.
    let sequence: UInt64
    /// Nil if it is live unless something that concerns it has changed since.
    let isLive: Bool?

    /// Up to which commit it has everything in a snapshot, and whether it is live.
    func resolved(in snapshot: Snapshot) -> (sequence: UInt64, isLive: Bool) {
        if let isLive { return (sequence, isLive) }
        let hasNews = snapshot.changedTypes(after: sequence).contains { types.isEmpty || types.contains($0) }
        return (hasNews ? sequence : snapshot.head, !hasNews)
    }
}
