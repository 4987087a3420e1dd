package import HearthModel

/// What the store keeps for apps in addition to their samples: their registrations for background delivery with the
/// progress of each, how they are started, and their named cursors. It contains no app without registrations and cursors.
package struct BackgroundRegistry: Hashable, Sendable {
    struct App: Hashable {
        let name: String
        var registrations = AppRegistrations()
        var launch: BackgroundLaunch?
        /// By the bytes of their names: two spellings of a character are two cursors.
        var cursors: [[UInt8]: Anchor] = [:]

        var isEmpty: Bool { registrations.isEmpty && cursors.isEmpty }
    }

    struct Registration: Hashable {
        var frequency: UpdateFrequency
        var progress = DeliveryProgress()
    }

    /// By the bytes of their bundle identifiers: two spellings of a character are two apps.
    private var apps: [[UInt8]: App] = [:]

    package init() {}

    init(_ stored: [StoredAppRecord]) throws(HearthError) {
        for record in stored {
            var app = apps[Array(record.app.utf8)] ?? App(name: record.app)
            try app.restore(record)
            apps[Array(record.app.utf8)] = app
        }
    }

    /// How an app is started is of no use when it is told nothing.
    private(set) subscript(name: String) -> App {
        get { apps[Array(name.utf8)] ?? App(name: name) }
        set {
            var app = newValue
            if app.registrations.isEmpty {
                app.launch = nil
            }
            apps[Array(name.utf8)] = app.isEmpty ? nil : app
        }
    }

    // MARK: - Reading

    package var appCount: Int { apps.count }

    /// The bytes of what says how apps are started.
    var launchBytes: Int { apps.values.reduce(0) { $0 + ($1.launch?.byteCount ?? 0) } }

    package var registrationCount: Int { apps.values.reduce(0) { $0 + $1.registrations.count } }

    /// The apps by their bundle identifiers.
    package var appNames: [String] {
        apps.values.map(\.name).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// The registrations of an app, in the order of the identifiers of their types.
    package func registrations(of app: String) -> [BackgroundRegistration] {
        deliveries(of: app).map { BackgroundRegistration(type: $0.type, frequency: $0.frequency) }
    }

    /// The registrations of an app and their progress, in the order of the identifiers of their types.
    package func deliveries(
        of app: String
    ) -> [(type: ObjectType, frequency: UpdateFrequency, progress: DeliveryProgress)] {
        self[app].registrations.entries.compactMap { entry in
            entry.type.map { ($0, entry.registration.frequency, entry.registration.progress) }
        }
    }

    package func launch(of app: String) -> BackgroundLaunch? { self[app].launch }

    package func cursorCount(of app: String) -> Int { self[app].cursors.count }

    /// Where a named cursor of an app stands.
    package func cursor(_ name: String, of app: String) -> Anchor? { self[app].cursors[Array(name.utf8)] }

    /// Whether an app has anything.
    package func contains(_ app: String) -> Bool { apps[Array(app.utf8)] != nil }

    // MARK: - Changing

    /// Forgets all that an app has.
    mutating func remove(_ name: String) {
        apps[Array(name.utf8)] = nil
    }

    /// Forgets the cursors from which no stream can go on, as later deletions are forgotten: `oldest` is the first commit
    /// from which one can. Returns the apps that had such cursors.
    mutating func forgetExpiredCursors(oldest: UInt64) -> [String] {
        let expired = apps.values.filter { app in app.cursors.values.contains { $0.deletions < oldest } }.map(\.name)
        for name in expired {
            var app = self[name]
            app.cursors = app.cursors.filter { $0.value.deletions >= oldest }
            self[name] = app
        }
        return expired
    }

    /// `head`: the newest commit. Only later ones are news for an app that registers now.
    mutating func carryOut(_ delivery: BackgroundDelivery, for name: String, head: UInt64) {
        var app = self[name]
        let enabled = Set(delivery.enable.map(\.type.identifier))
        if delivery.disableAll {
            app.registrations.removeAll(except: enabled)
        }
        for type in delivery.disable {
            app.registrations[type.identifier] = nil
        }
        for registration in delivery.enable {
            let known = app.registrations[registration.type.identifier]
            var progress = known?.progress ?? DeliveryProgress(acknowledged: head)
            if progress.isSuspended {
                progress.resume()
            }
            app.registrations[registration.type.identifier] =
                Registration(frequency: registration.frequency, progress: progress)
        }
        if let launch = delivery.launch, !launch.isFallback || app.launch?.isFallback != false {
            app.launch = launch
        }
        self[name] = app
    }

    /// Changes how far deliveries have come; a type that is not registered is passed over.
    mutating func update(_ types: [ObjectType], of name: String, _ change: (inout DeliveryProgress) -> Void) {
        var app = self[name]
        for type in types {
            guard var registration = app.registrations[type.identifier] else { continue }
            change(&registration.progress)
            app.registrations[type.identifier] = registration
        }
        self[name] = app
    }

    /// A cursor goes on and never back; nil forgets it.
    mutating func setCursor(_ cursor: String, of name: String, to anchor: Anchor?) {
        var app = self[name]
        let key = Array(cursor.utf8)
        if let anchor, let old = app.cursors[key], old.isAfter(anchor) { return }
        app.cursors[key] = anchor
        self[name] = app
    }

    /// What is stored for an app here and not, or not so, in another registry.
    func stored(of app: String, besides other: BackgroundRegistry) -> [StoredAppRecord] {
        let others = Set(other[app].records.map(\.bytes))
        return self[app].records.filter { !others.contains($0.bytes) }
    }
}

extension Anchor {
    /// Of one store; in its first state a stream goes on with the same deletions.
    fileprivate func isAfter(_ other: Anchor) -> Bool {
        storeID == other.storeID && (sequence, deletions) > (other.sequence, other.deletions)
    }
}
