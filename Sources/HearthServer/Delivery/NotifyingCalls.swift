import HearthModel

/// The open calls that notify apps of changes. All calls of a connection are of one app.
struct NotifyingCalls {
    private var connections: [ConnectionID: ConnectionNotifyingCalls] = [:]
    private var apps: [AppID: AppCalls] = [:]
    /// The calls that were looked at one by one.
    let visits = CallVisits()

    private struct AppCalls {
        var connections: Set<ConnectionID> = []
        /// The calls that concern single types, and those that concern all.
        var countsByType: [ObjectType?: Int] = [:]
    }

    mutating func insert(_ call: NotifyingCall, _ id: CallID, of app: AppID) {
        connections[id.connection, default: ConnectionNotifyingCalls(of: app)].insert(call, id.number)
        apps[app, default: AppCalls()].connections.insert(id.connection)
        for key in call.keys {
            apps[app]?.countsByType[key, default: 0] += 1
        }
    }

    mutating func remove(_ id: CallID) -> (app: AppID, call: NotifyingCall)? {
        guard let app = app(of: id), let removed = connections[id.connection]?.remove(id.number) else { return nil }
        for key in removed.keys {
            apps[app]?.countsByType[key, default: 0] -= 1
            if apps[app]?.countsByType[key] == 0 {
                apps[app]?.countsByType[key] = nil
            }
        }
        if connections[id.connection]?.calls.isEmpty == true {
            connections[id.connection] = nil
            apps[app]?.connections.remove(id.connection)
            if apps[app]?.connections.isEmpty == true {
                apps[app] = nil
            }
        }
        return (app, removed)
    }

    subscript(id: CallID) -> NotifyingCall? { connections[id.connection]?.calls[id.number] }

    /// Nil for a call that does not notify.
    func app(of id: CallID) -> AppID? {
        connections[id.connection].flatMap { $0.calls.keys.contains(id.number) ? $0.app : nil }
    }
}

/// How many calls were looked at one by one.
final class CallVisits {
    private(set) var count = 0

    func note(_ calls: Int) {
        count += calls
    }
}

// MARK: - What calls have sent

extension NotifyingCalls {
    /// The changes up to a commit need no notice of a call, or no further one.
    mutating func didSend(_ id: CallID, upTo commit: UInt64) {
        connections[id.connection]?.update(id.number) { $0.didSend(upTo: commit) }
    }

    /// A call sends a notice. Returns the commit for its anchor: acknowledging it covers no change that another call of
    /// the connection has yet to report.
    mutating func offer(_ id: CallID, _ notification: ChangeNotification, _ news: [UnacknowledgedChange]) -> UInt64 {
        var commit = notification.commit
        for change in news {
            if let sent = connections[id.connection]?.leastSent(of: change.type, exceptBy: id.number),
                sent < change.newest
            {
                commit = min(commit, max(sent, change.acknowledged))
            }
        }
        didSend(id, upTo: notification.commit)
        connections[id.connection]?.update(id.number, notification.types) { call in
            call.didOffer(commit, for: notification.types)
        }
        return commit
    }

    /// Records a notification.
    mutating func didNotify(_ id: CallID, _ notification: ChangeNotification) {
        connections[id.connection]?.update(id.number, notification.types) { $0.didNotify(notification) }
    }
}

// MARK: - The calls of connections and apps

extension NotifyingCalls {
    /// Whether a connection has a single call with notices that its app acknowledges.
    func isAlone(on connection: ConnectionID) -> Bool { connections[connection]?.acknowledgedCount == 1 }

    func calls(on connection: ConnectionID) -> [UInt64: NotifyingCall] {
        let calls = connections[connection]?.calls ?? [:]
        visits.note(calls.count)
        return calls
    }

    func ids(on connection: ConnectionID) -> [CallID] {
        calls(on: connection).keys.map { CallID(connection: connection, number: $0) }
    }

    /// Whether a call of an app concerns a type.
    func concern(_ type: ObjectType, of app: AppID) -> Bool {
        guard let counts = apps[app]?.countsByType else { return false }
        return counts[nil] != nil || counts[type] != nil
    }

    /// The last commit with changes to a type that an app was notified of by calls whose notifications it acknowledges.
    func lastNotified(of type: ObjectType, to app: AppID) -> UInt64 {
        connections(of: app).map { $0.calls.lastNotified(of: type) }.max() ?? 0
    }

    /// The calls of an app that concern a type.
    func ids(concerning type: ObjectType, of app: AppID) -> [CallID] {
        connections(of: app).flatMap { id, calls in
            let numbers = calls.numbers(concerning: type)
            visits.note(numbers.count)
            return numbers.map { CallID(connection: id, number: $0) }
        }
    }

    /// The calls of an app that must send a further notice of a type, at most one of a connection.
    func callsToOffer(_ type: ObjectType, of app: AppID, after acknowledged: UInt64, newest: UInt64) -> [CallID] {
        connections(of: app).compactMap { id, calls in
            calls.callToOffer(type, after: acknowledged, newest: newest).map { CallID(connection: id, number: $0) }
        }
    }

    private func connections(of app: AppID) -> some Sequence<(id: ConnectionID, calls: ConnectionNotifyingCalls)> {
        (apps[app]?.connections ?? []).lazy.compactMap { id in connections[id].map { (id, $0) } }
    }
}
