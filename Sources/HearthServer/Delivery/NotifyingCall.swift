import HearthModel
import HearthStore

/// The record of a call that notifies its app of changes, so that the app need not be started: an Observe, or a
/// QueryChanges that follows a cursor.
struct NotifyingCall: Hashable {
    /// The types that the call concerns; empty: all.
    let types: Set<ObjectType>
    /// The cursor that the call follows, by the bytes of its name; nil for an Observe.
    let cursor: ConnectionCursors.Name?
    /// Whether the app acknowledges what it was notified of.
    let isAcknowledged: Bool
    /// The commit of the last notification of all types.
    private var lastOfAllTypes: UInt64
    /// The commits of later notifications of single types.
    private var lastByType: [ObjectType: UInt64] = [:]
    /// The commit up to which all notices were sent that the app acknowledges; nil: the call sends none.
    private(set) var sentUpTo: UInt64?
    /// The commits that the anchors of these notices named last.
    private var offeredOfAllTypes: UInt64 = 0
    private var offeredByType: [ObjectType: UInt64] = [:]

    /// A QueryChanges. `lastNotified`: what the app was notified of by an earlier call, and has not acknowledged.
    init(following types: Set<ObjectType>, from cursor: ConnectionCursors.Name, lastNotified: UInt64) {
        self.types = types
        self.cursor = cursor
        isAcknowledged = true
        lastOfAllTypes = lastNotified
    }

    /// An Observe.
    init(observing types: Set<ObjectType>, isAcknowledged: Bool) {
        self.types = types
        cursor = nil
        self.isAcknowledged = isAcknowledged
        lastOfAllTypes = 0
        sentUpTo = isAcknowledged ? 0 : nil
    }

    func concerns(_ type: ObjectType) -> Bool { types.isEmpty || types.contains(type) }

    /// The last commit with changes to a type that the app was notified of.
    func lastNotified(of type: ObjectType) -> UInt64 { max(lastOfAllTypes, lastByType[type] ?? 0) }

    /// The commit up to which the app was offered to acknowledge a type.
    func lastOffered(of type: ObjectType) -> UInt64 { max(offeredOfAllTypes, offeredByType[type] ?? 0) }

    /// The changes in a notification that the app has not acknowledged.
    func news(_ notification: ChangeNotification, of app: AppID, in snapshot: Snapshot) -> [UnacknowledgedChange] {
        snapshot.background.deliveries(of: app).compactMap { type, _, progress in
            guard concerns(type), notification.types.isEmpty || notification.types.contains(type) else { return nil }
            let newest = min(notification.commit, snapshot.lastChange(of: type))
            guard newest > progress.acknowledged else { return nil }
            return UnacknowledgedChange(type: type, newest: newest, acknowledged: progress.acknowledged)
        }
    }

    /// The changes up to a commit need no notice, or no further one.
    mutating func didSend(upTo commit: UInt64) {
        if sentUpTo != nil {
            sentUpTo = commit
        }
    }

    /// The anchor of a notice names a commit.
    mutating func didOffer(_ commit: UInt64, for types: [ObjectType]) {
        guard !types.isEmpty else {
            offeredOfAllTypes = commit
            return
        }
        for type in types {
            offeredByType[type] = commit
        }
    }

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

// MARK: - Indexing

extension NotifyingCall {
    /// What a call has sent of a type, as far as the app acknowledges it; nil: nothing that concerns the type alone.
    struct Commits {
        var notifiedByObserver: UInt64?
        var notifiedByFollower: UInt64?
        var offered: UInt64?
        var sent: UInt64?
    }

    /// The types of the call; nil: all.
    var keys: [ObjectType?] { types.isEmpty ? [nil] : types.map(Optional.some) }

    /// And the single types of which a call that concerns all types has sent something.
    var allKeys: [ObjectType?] {
        types.isEmpty ? keys + Set(lastByType.keys).union(offeredByType.keys).map(Optional.some) : keys
    }

    func commits(of key: ObjectType?) -> Commits {
        var commits = Commits()
        guard isAcknowledged else { return commits }
        var (notified, offered): (UInt64?, UInt64?) = (lastOfAllTypes, offeredOfAllTypes)
        if let key {
            (notified, offered) =
                types.isEmpty ? (lastByType[key], offeredByType[key]) : (lastNotified(of: key), lastOffered(of: key))
        }
        guard sentUpTo != nil else {
            commits.notifiedByFollower = notified
            return commits
        }
        commits.notifiedByObserver = notified
        commits.offered = offered
        commits.sent = key == nil || !types.isEmpty ? sentUpTo : nil
        return commits
    }
}

/// What a call has notified its app of.
struct ChangeNotification: Hashable {
    /// Empty: all types of the call.
    var types: [ObjectType] = []
    /// The commit up to which it covers them.
    let commit: UInt64
}

/// A type with changes that an app has not acknowledged.
struct UnacknowledgedChange {
    let type: ObjectType
    /// The last commit with changes, as far as a notification goes.
    let newest: UInt64
    /// The last commit that is acknowledged.
    let acknowledged: UInt64
}
