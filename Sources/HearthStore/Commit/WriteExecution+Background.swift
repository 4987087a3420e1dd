internal import HearthModel

extension WriteExecution {
    private var app: AppID { origin.app }

    /// Sets and clears the app's registrations for background delivery.
    mutating func register(_ delivery: BackgroundDelivery) throws(HearthError) {
        var registry = working.snapshot.background
        registry.apply(delivery, for: app, head: working.head)
        guard registry.launchBytes <= max(Limits.launchBytesTotal, working.snapshot.background.launchBytes) else {
            throw HearthError(
                .limitExceeded,
                "The launches of all apps would have more than \(Limits.launchBytesTotal) bytes, which is the limit.",
                field: "launch"
            )
        }
        let expired = try makeRoom(in: &registry, field: "enable")
        set(registry, expired)
    }

    /// The app has dealt with everything up to an anchor.
    mutating func acknowledge(_ acknowledgement: Acknowledge) throws(HearthError) {
        var registry = working.snapshot.background
        let anchor = try locating("anchor", anchor(of: acknowledgement))
        var expired: [AppID] = []
        if !acknowledgement.cursor.isEmpty {
            registry.setCursor(acknowledgement.cursor, of: app, to: anchor)
            guard registry.cursorCount(of: app) <= Limits.cursors else {
                throw HearthError(
                    .limitExceeded,
                    "The app has \(Limits.cursors) cursors, which is the limit: forget one with an empty anchor.",
                    field: "cursor"
                )
            }
            expired = try makeRoom(in: &registry, field: "cursor")
        }
        if let anchor {
            registry.update(acknowledgement.types, of: app) { $0.acknowledge(upTo: anchor.sequence) }
        }
        set(registry, expired)
    }

    /// What was trimmed since counts, too: the app says what it has done, and reads nothing.
    private func anchor(of acknowledgement: Acknowledge) throws(HearthError) -> Anchor? {
        guard !acknowledgement.anchor.isEmpty else { return nil }
        let anchor = try Anchor(decoding: acknowledgement.anchor, from: working.snapshot.seen(through: origin.view))
        _ = try anchor.resolve(inStore: working.snapshot.storeID, head: working.head, oldest: 0)
        return anchor
    }

    /// Notes what has become of deliveries.
    mutating func note(_ note: DeliveryNote) {
        var registry = working.snapshot.background
        if case .removed = note.event {
            registry.remove(app)
        }
        registry.update(note.types, of: app) { progress in
            switch note.event {
            case .begun(let time): progress.begin(at: time)
            case .failed(let time): progress.fail(at: time)
            case .passedOver(let commit): progress.acknowledge(upTo: commit)
            case .resumed: progress.resume()
            case .removed: break
            }
        }
        working.set(registry, of: app)
    }

    /// Forgets expired cursors when the limit of apps is reached, to make room for a new app. Returns the apps that had
    /// some.
    private func makeRoom(in registry: inout BackgroundRegistry, field: String) throws(HearthError) -> [AppID] {
        let most = max(Limits.backgroundApps, working.snapshot.background.appCount)
        guard registry.appCount > most else { return [] }
        let expired = registry.forgetExpiredCursors(oldest: working.snapshot.oldest)
        guard registry.appCount <= most else {
            throw HearthError(
                .limitExceeded,
                "\(Limits.backgroundApps) apps are registered or have cursors, which is the limit:"
                    + " 'hearth background' lists and removes them.",
                field: field
            )
        }
        return expired
    }

    private mutating func set(_ registry: BackgroundRegistry, _ others: [AppID]) {
        for app in others + [app] {
            working.set(registry, of: app)
        }
    }
}
