package import HearthModel

/// What the owner has decided of apps: which have sockets of their own, and what each may read and save.
package struct AccessTable: Sendable {
    /// The names for people of the apps that have sockets.
    private var names: [AppID: String] = [:]
    /// The groups of the machine whose members can connect to such a socket, too.
    private var groups: [AppID: String] = [:]
    /// By the identifiers of the types: a newer version may have decided of one that this version does not know.
    private var grants: [AppID: [String: Decision]] = [:]
    /// Whether what is not decided is allowed to no app, instead of to apps without a socket.
    package private(set) var asks = false
    private var earlier = EarlierViews()
    private var numbers = DecisionNumbers()
    /// The state, to find out with one comparison whether something was decided since.
    package private(set) var revision = AccessRevision()

    package init() {}

    package var apps: [AppID] { names.keys.sorted() }

    package func contains(_ app: AppID) -> Bool { names[app] != nil }

    /// The name of an app for people; "": the one that it says. Nil if the app has no socket.
    package func name(of app: AppID) -> String? { names[app] }

    /// The group whose members can connect to an app's socket, too; "": only the server's user can. Nil if the app has no
    /// socket.
    package func group(of app: AppID) -> String? { names[app].map { _ in groups[app] ?? "" } }

    /// All recorded decisions, by app.
    package var decisions: [AppGrants] {
        grants.keys.sorted().map { AppGrants($0, grants(of: $0)) }
    }

    /// What an app may see and save; nil: everything.
    package func view(of app: AppID) -> AccessView? {
        guard asks(of: app) || grants[app] != nil else { return nil }
        let view = currentView(of: app)
        return view.isWhole ? nil : view
    }

    private func currentView(of app: AppID) -> AccessView {
        AccessView(of: app, grants(of: app), asks: asks(of: app), after: decisionNumber(of: app))
    }

    /// The number of the newest decision about an app or about all apps, whatever it was; 0: there is none.
    package func decisionNumber(of app: AppID) -> UInt64 { numbers[app] }

    /// What an app could read when its stream had a number; nil: it is not known, or not any more.
    func earlierView(_ number: UInt64) -> AccessView? { earlier[number] }

    /// Whether what is not decided of an app is not allowed to it.
    package func asks(of app: AppID) -> Bool { asks || contains(app) }

    /// What an app learns about types.
    package func status(of app: AppID, _ request: Authorization) -> AuthorizationStatus {
        let asks = asks(of: app)
        let (share, read) = (Set(request.share), Set(request.read))
        return AuthorizationStatus(
            request.types.map { type in
                let decision = decision(of: type, for: app)
                let isReading = read.contains(type)
                let sharing = decision.share == .undetermined && !asks ? .allowed : decision.share
                return TypeAuthorization(
                    type,
                    share: share.contains(type) ? sharing : nil,
                    isReadUndetermined: isReading && asks && decision.read == .undetermined,
                    since: isReading ? decision.since : nil
                )
            }
        )
    }

    /// The parts of a request about which the owner has said nothing, as they are when all of them are allowed.
    package func unrecorded(_ request: Authorization, of app: AppID) -> [Grant] {
        let (share, read) = (Set(request.share), Set(request.read))
        return request.types.compactMap { type in
            let asked = Grant(
                type,
                share: share.contains(type) ? .allowed : nil,
                read: read.contains(type) ? .allowed : nil
            )
            return undecidedPart(of: asked, for: app)
        }
    }

    /// The part of a grant about which nothing is decided or recorded; nil: there is none.
    private func undecidedPart(of grant: Grant, for app: AppID) -> Grant? {
        let part = decision(of: grant.type, for: app).undecidedPart(of: grant)
        return part.isEmpty ? nil : part
    }

    /// Whether the owner may decide about an app: it has decisions already, or there is room for another app.
    private func hasRoom(for app: AppID) -> Bool { grants[app] != nil || grants.count < Limits.grantedApps }

    /// Whether what an app has asked for is recorded without the owner.
    package func records(_ app: AppID) -> Bool {
        (grants[app] != nil || grants.count < Limits.recordedApps)
            && app.description.utf8.count <= Limits.askingAppBytes
    }

    private func decision(of type: ObjectType, for app: AppID) -> Decision {
        grants[app]?[type.identifier] ?? Decision()
    }

    private func grants(of app: AppID) -> [Grant] {
        (grants[app] ?? [:]).sorted { $0.key < $1.key }.compactMap { identifier, decision in
            ObjectType(identifier: identifier).map {
                Grant(
                    $0,
                    share: decision.share,
                    read: decision.read,
                    since: decision.since,
                    isShareRecorded: decision.isShareRecorded,
                    isReadRecorded: decision.isReadRecorded,
                    decided: decision.time
                )
            }
        }
    }

    // MARK: - Changing

    mutating func execute(_ control: AccessControl, at time: Timestamp) throws(HearthError) {
        // An app knows when it may read everything.
        let views = apps(concernedBy: control).map(currentView).filter { $0.number != 0 }
        try change(control, at: time)
        revision = AccessRevision()
        for before in views {
            if before.number != currentView(of: before.app).number {
                earlier.append(before, ofKind: RecordKind.earlierView.rawValue)
            }
        }
    }

    /// In an order that is the same in each process.
    private func apps(concernedBy control: AccessControl) -> [AppID] {
        switch control {
        case .list, .await, .counts: []
        case .ask: Set(names.keys).union(grants.keys).sorted()
        case .add(let app, _, _), .remove(let app), .decide(let app, _), .answer(let app, _, _): [app]
        }
    }

    private mutating func change(_ control: AccessControl, at time: Timestamp) throws(HearthError) {
        switch control {
        case .list, .await, .counts: break
        case .ask(let asks):
            guard asks != self.asks else { break }
            self.asks = asks
            numbers.take(for: "")
        case .add(let app, let name, let group):
            guard names[app] != nil || names.count < Limits.appSockets else {
                throw HearthError(
                    .limitExceeded,
                    "\(Limits.appSockets) apps have sockets, which is the limit: 'hearth app' lists and removes them.",
                    field: "app"
                )
            }
            if !contains(app) {
                forgetRecorded(of: app)
            }
            names[app] = name
            groups[app] = group.isEmpty ? nil : group
        case .remove(let app):
            guard names.removeValue(forKey: app) != nil else {
                throw HearthError(
                    .objectNotFound,
                    "The app has no socket: 'hearth app' lists those that have one.",
                    field: "app"
                )
            }
            groups[app] = nil
            forgetNumber(of: app)
        case .decide(let app, let grants): try decide(grants, of: app, at: time)
        case .answer(let app, let grants, let isVerified):
            // The owner has seen a question. Since then it may have been answered, or another program can be the app.
            let isAsked = asks(of: app) && contains(app) == isVerified
            let asked = isAsked ? grants.compactMap { undecidedPart(of: $0, for: app) } : []
            guard !asked.isEmpty else {
                throw HearthError(.objectNotFound, "The app does not ask for this any more.", field: "app")
            }
            try decide(asked, of: app, at: time)
        }
    }

    /// Names can be invented: of an app that has neither a socket nor decisions nothing is kept but what it could read.
    private mutating func forgetNumber(of app: AppID) {
        if !contains(app), grants[app] == nil {
            numbers.forget(app)
        }
    }

    /// Any program could have asked in the name of an app without a socket.
    private mutating func forgetRecorded(of app: AppID) {
        let decided = grants[app]?.mapValues(\.decided).filter { !$0.value.isNone } ?? [:]
        grants[app] = decided.isEmpty ? nil : decided
    }

    /// Records what an app has asked for that need not ask. The owner may have decided, and made it ask, since it asked.
    /// Requests that came together all found room for their apps, so that is looked for again.
    mutating func record(_ grants: [Grant], of app: AppID, at time: Timestamp) throws(HearthError) {
        guard records(app), !asks(of: app) else { return }
        let undecided = grants.compactMap { undecidedPart(of: $0, for: app) }
        try decide(undecided, of: app, at: time, isRecorded: true)
        revision = AccessRevision()
    }

    private mutating func decide(
        _ decided: [Grant],
        of app: AppID,
        at time: Timestamp,
        isRecorded: Bool = false
    ) throws(HearthError) {
        var decisions = grants[app] ?? [:]
        for grant in decided {
            let before = decisions[grant.type.identifier] ?? Decision()
            var decision = before
            if let share = grant.share {
                decision.share = share
                decision.isShareRecorded = isRecorded
            }
            if let read = grant.read {
                decision.read = read
                decision.since = grant.since
                decision.isReadRecorded = isRecorded
            }
            // The same decision again is as old as the first.
            decision.time = decision == before ? before.time : time
            decisions[grant.type.identifier] = decision.isNone ? nil : decision
        }
        guard decisions.isEmpty || hasRoom(for: app) else {
            throw HearthError(
                .limitExceeded,
                "Decisions exist for \(Limits.grantedApps) apps, which is the limit: 'hearth access' lists them.",
                field: "app"
            )
        }
        grants[app] = decisions.isEmpty ? nil : decisions
        if !isRecorded {
            numbers.take(for: app)
        }
        forgetNumber(of: app)
    }
}

extension AccessTable: Equatable {
    /// Tables that allow and remember the same are equal, whatever led to them.
    package static func == (left: AccessTable, right: AccessTable) -> Bool {
        left.revision === right.revision
            || left.names == right.names && left.groups == right.groups && left.grants == right.grants
                && left.asks == right.asks && left.earlier == right.earlier && left.numbers == right.numbers
    }
}

// MARK: - Records

/// The table is stored as a record for each app with a socket, with its name as the value; for each group that can connect to
/// such a socket; for each decision, by its type; for each view that is remembered; for numbers of decisions; and one of no app
/// if what is not decided is allowed to none. An older version does not open a store with a record of a kind that it does not
/// know.
extension AccessTable {
    /// 1 to 7 are other records of apps and begin the checksums of other things.
    private enum RecordKind: UInt8 {
        case socket = 8
        case decision = 9
        case asks = 10
        // 11 and 12 are those of other records.
        /// Of servers that did not number decisions. No anchor names such a view any more.
        case unnumberedView = 13
        // 14 is that of another record.
        case group = 15
        // 16 is that of another record.
        case number = 17
        case earlierView = 18
    }

    static func has(_ record: StoredAppRecord) -> Bool { RecordKind(rawValue: record.kind) != nil }

    init(_ stored: [StoredAppRecord]) throws(HearthError) {
        for record in stored {
            switch RecordKind(rawValue: record.kind) {
            case .socket: names[record.app] = String(decoding: record.value, as: UTF8.self)
            case .group: groups[record.app] = String(decoding: record.value, as: UTF8.self)
            case .decision:
                grants[record.app, default: [:]][record.name] = try record.value.reading {
                    (reader) throws(HearthError) in try Decision(&reader)
                }
            case .asks: asks = true
            case .earlierView, .unnumberedView:
                try earlier.restore(record, isNamed: record.kind == RecordKind.earlierView.rawValue)
            case .number: try numbers.restore(record)
            case nil: throw .newerStore
            }
        }
    }

    /// Records that are missing from, or differ in, another table. The rest is not encoded: the table may be large, and a
    /// decision changes little of it.
    func stored(excluding other: AccessTable) -> [StoredAppRecord] {
        guard self != other else { return [] }
        let asking = asks && !other.asks ? [AccessTable.record(.asks, of: "")] : []
        let records =
            AccessTable.records(.socket, names, excluding: other.names)
            + AccessTable.records(.group, groups, excluding: other.groups) + asking
            + earlier.stored(excluding: other.earlier)
            + numbers.stored(excluding: other.numbers, ofKind: RecordKind.number.rawValue)
            + grants.flatMap { app, decisions -> [StoredAppRecord] in
                let others = other.grants[app] ?? [:]
                guard decisions != others else { return [] }
                return decisions.filter { others[$0.key] != $0.value }.map { type, decision in
                    AccessTable.record(.decision, of: app, name: type, decision.bytes)
                }
            }
        return records.sorted { ($0.app, $0.kind, $0.name) < ($1.app, $1.kind, $1.name) }
    }

    private static func records(
        _ kind: RecordKind,
        _ texts: [AppID: String],
        excluding others: [AppID: String]
    ) -> [StoredAppRecord] {
        texts.filter { others[$0.key] != $0.value }.map { record(kind, of: $0, Array($1.utf8)) }
    }

    private static func record(
        _ kind: RecordKind,
        of app: AppID,
        name: String = "",
        _ value: [UInt8] = []
    ) -> StoredAppRecord {
        StoredAppRecord(app: app, kind: kind.rawValue, name: name, value: value)
    }
}
