import HearthModel

/// The open calls that notify apps of changes.
struct NotifyingCalls {
    private var calls: [CallID: (app: AppID, call: NotifyingCall)] = [:]
    private var idsByApp: [AppID: Set<CallID>] = [:]

    mutating func insert(_ call: NotifyingCall, _ id: CallID, of app: AppID) {
        calls[id] = (app, call)
        idsByApp[app, default: []].insert(id)
    }

    mutating func remove(_ id: CallID) -> (app: AppID, call: NotifyingCall)? {
        guard let removed = calls.removeValue(forKey: id) else { return nil }
        idsByApp[removed.app]?.remove(id)
        if idsByApp[removed.app]?.isEmpty == true {
            idsByApp[removed.app] = nil
        }
        return removed
    }

    subscript(id: CallID) -> (app: AppID, call: NotifyingCall)? { calls[id] }

    /// Changes a call. Returns its app; nil for a call that does not notify.
    mutating func update(_ id: CallID, _ change: (inout NotifyingCall) -> Void) -> AppID? {
        guard let index = calls.index(forKey: id) else { return nil }
        change(&calls.values[index].call)
        return calls.values[index].app
    }

    /// The calls of an app on a connection with notices that it acknowledges.
    func acknowledged(of app: AppID, on connection: ConnectionID) -> [(id: CallID, call: NotifyingCall)] {
        calls(of: app).filter { $0.id.connection == connection && $0.call.sentUpTo != nil }
    }

    /// A call sends a notice. Returns the commit for its anchor: acknowledging it covers no change that another call of
    /// the connection has yet to report.
    mutating func offer(_ id: CallID, _ notification: ChangeNotification, _ news: [UnacknowledgedChange]) -> UInt64 {
        var commit = notification.commit
        if !news.isEmpty, let app = calls[id]?.app {
            let others = acknowledged(of: app, on: id.connection).filter { $0.id != id }
            for change in news {
                for other in others where other.call.concerns(change.type) {
                    if let sent = other.call.sentUpTo, sent < change.newest {
                        commit = min(commit, max(sent, change.acknowledged))
                    }
                }
            }
        }
        _ = update(id) { call in
            call.didSend(upTo: notification.commit)
            call.didOffer(commit, for: notification.types)
        }
        return commit
    }

    /// Records a notification. Returns the app of the call; nil for a call that does not notify.
    mutating func didNotify(_ id: CallID, _ notification: ChangeNotification) -> AppID? {
        guard let index = calls.index(forKey: id) else { return nil }
        calls.values[index].call.didNotify(notification)
        return calls.values[index].app
    }

    func calls(of app: AppID) -> [(id: CallID, call: NotifyingCall)] {
        guard let ids = idsByApp[app] else { return [] }
        return ids.compactMap { id in calls[id].map { (id, $0.call) } }
    }
}
