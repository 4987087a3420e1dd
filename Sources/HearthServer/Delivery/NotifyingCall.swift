import HearthModel

/// The record of a call that notifies its app of changes, so that the app need not be started: an Observe, or a
/// QueryChanges that follows a cursor.
struct NotifyingCall: Hashable {
    /// The types that the call concerns; empty: all.
    let types: Set<ObjectType>
    /// Whether the app acknowledges what it was notified of.
    let isAcknowledged: Bool
    /// The commit of the last notification of all types.
    private var lastOfAllTypes: UInt64
    /// The commits of later notifications of single types.
    private var lastByType: [ObjectType: UInt64] = [:]

    /// `lastNotified`: what the app was notified of by an earlier call, and has not acknowledged.
    init(types: Set<ObjectType>, isAcknowledged: Bool, lastNotified: UInt64 = 0) {
        self.types = types
        self.isAcknowledged = isAcknowledged
        lastOfAllTypes = lastNotified
    }

    func concerns(_ type: ObjectType) -> Bool { types.isEmpty || types.contains(type) }

    /// The last commit with changes to a type that the app was notified of.
    func lastNotified(of type: ObjectType) -> UInt64 { max(lastOfAllTypes, lastByType[type] ?? 0) }

    mutating func didNotify(_ notification: ChangeNotification) {
        guard !notification.types.isEmpty else {
            lastOfAllTypes = notification.commit
            return
        }
        for type in notification.types {
            lastByType[type] = notification.commit
        }
    }
}

/// What a call has notified its app of.
struct ChangeNotification: Hashable {
    /// Empty: all types of the call.
    var types: [ObjectType] = []
    /// The commit up to which it covers them.
    let commit: UInt64
}
