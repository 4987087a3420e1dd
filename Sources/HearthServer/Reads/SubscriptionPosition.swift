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

    func place(in snapshot: Snapshot) -> SubscriptionPlace {
        if let isLive {
            return SubscriptionPlace(types: types, sequence: sequence, isLive: isLive)
        }
        let hasNews = snapshot.changedTypes(after: sequence).contains { types.isEmpty || types.contains($0) }
        return SubscriptionPlace(types: types, sequence: hasNews ? sequence : snapshot.head, isLive: !hasNews)
    }
}

/// The position of a subscription in a snapshot.
struct SubscriptionPlace {
    /// Empty: all types.
    let types: Set<ObjectType>
    /// Everything up to here was sent, or does not concern it.
    let sequence: UInt64
    let isLive: Bool
}
