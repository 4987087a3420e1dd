import HearthModel

/// The open calls of a connection that notify its app. What they have sent is indexed by type: a client may have opened
/// a thousand, and each notice of each of them asks for it.
struct ConnectionNotifyingCalls {
    let app: AppID
    private(set) var calls: [UInt64: NotifyingCall] = [:]
    /// The calls that send notices which the app acknowledges.
    private(set) var acknowledgedCount = 0
    private var byType: [ObjectType: TypeIndex] = [:]
    /// Of the calls that concern all types. What they have sent of single types is in `byType`.
    private var ofAllTypes = TypeIndex()

    init(of app: AppID) {
        self.app = app
    }

    private struct TypeIndex {
        var calls: Set<UInt64> = []
        /// The commits of the last notifications that the app acknowledges.
        var notifiedByObservers = CommitsOfCalls()
        var notifiedByFollowers = CommitsOfCalls()
        /// The commits that anchors of notices named last.
        var offered = CommitsOfCalls()
        /// The commits up to which all notices were sent that the app acknowledges.
        var sent = CommitsOfCalls()

        var isEmpty: Bool {
            calls.isEmpty && notifiedByObservers.isEmpty && notifiedByFollowers.isEmpty && offered.isEmpty
                && sent.isEmpty
        }

        mutating func replace(_ old: NotifyingCall.Commits, _ new: NotifyingCall.Commits, of call: UInt64) {
            notifiedByObservers.replace(old.notifiedByObserver, new.notifiedByObserver, of: call)
            notifiedByFollowers.replace(old.notifiedByFollower, new.notifiedByFollower, of: call)
            offered.replace(old.offered, new.offered, of: call)
            sent.replace(old.sent, new.sent, of: call)
        }
    }
}

// MARK: - Calls

extension ConnectionNotifyingCalls {
    mutating func insert(_ call: NotifyingCall, _ number: UInt64) {
        calls[number] = call
        acknowledgedCount += call.sentUpTo == nil ? 0 : 1
        for key in call.keys {
            change(key) { index in
                index.calls.insert(number)
                index.replace(NotifyingCall.Commits(), call.commits(of: key), of: number)
            }
        }
    }

    mutating func remove(_ number: UInt64) -> NotifyingCall? {
        guard let call = calls.removeValue(forKey: number) else { return nil }
        acknowledgedCount -= call.sentUpTo == nil ? 0 : 1
        for key in call.allKeys {
            change(key) { index in
                index.calls.remove(number)
                index.replace(call.commits(of: key), NotifyingCall.Commits(), of: number)
            }
        }
        return call
    }

    /// Changes what a call has sent of types; none: of all its types.
    mutating func update(_ number: UInt64, _ types: [ObjectType] = [], _ update: (inout NotifyingCall) -> Void) {
        guard let slot = calls.index(forKey: number) else { return }
        let call = calls.values[slot]
        let keys = types.isEmpty ? call.keys : types.filter(call.concerns).map(Optional.some)
        let old = keys.map { call.commits(of: $0) }
        update(&calls.values[slot])
        for (key, old) in zip(keys, old) {
            let new = calls.values[slot].commits(of: key)
            change(key) { $0.replace(old, new, of: number) }
        }
    }

    private mutating func change(_ key: ObjectType?, _ change: (inout TypeIndex) -> Void) {
        guard let type = key else { return change(&ofAllTypes) }
        change(&byType[type, default: TypeIndex()])
        if byType[type]?.isEmpty == true {
            byType[type] = nil
        }
    }
}

// MARK: - Types

extension ConnectionNotifyingCalls {
    /// The calls that concern a type.
    func numbers(concerning type: ObjectType) -> Set<UInt64> {
        byType[type].map { $0.calls.union(ofAllTypes.calls) } ?? ofAllTypes.calls
    }

    /// The last commit with changes to a type that the app was notified of by calls whose notifications it acknowledges.
    func lastNotified(of type: ObjectType) -> UInt64 {
        let followed = greatest(byType[type]?.notifiedByFollowers, ofAllTypes.notifiedByFollowers)?.commit
        return max(followed ?? 0, lastNotifying(of: type)?.commit ?? 0)
    }

    /// The least commit up to which calls have sent their notices of a type.
    func leastSent(of type: ObjectType, exceptBy number: UInt64? = nil) -> UInt64? {
        let ofAll = ofAllTypes.sent.least(exceptOf: number)
        guard let ofType = byType[type]?.sent.least(exceptOf: number) else { return ofAll }
        return min(ofType, ofAll ?? ofType)
    }

    /// The call that must send a further notice of a type; nil: none. When it notified the app, its anchor could not cover
    /// everything, because other calls had not sent their notices yet. Those then had nothing to send.
    func callToOffer(_ type: ObjectType, after acknowledged: UInt64, newest: UInt64) -> UInt64? {
        guard let notified = lastNotifying(of: type), notified.commit > acknowledged else { return nil }
        let offered = greatest(byType[type]?.offered, ofAllTypes.offered)?.commit ?? 0
        guard offered < min(notified.commit, newest), leastSent(of: type) ?? 0 >= newest else { return nil }
        return notified.call
    }

    /// The call that notified the app last of a type by a notice that it acknowledges.
    private func lastNotifying(of type: ObjectType) -> CommitsOfCalls.Entry? {
        greatest(byType[type]?.notifiedByObservers, ofAllTypes.notifiedByObservers)
    }

    private func greatest(_ ofType: CommitsOfCalls?, _ ofAllTypes: CommitsOfCalls) -> CommitsOfCalls.Entry? {
        guard let one = ofType?.greatest else { return ofAllTypes.greatest }
        return max(one, ofAllTypes.greatest ?? one)
    }
}
