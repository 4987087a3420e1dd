package import HearthModel

/// What the store keeps for apps in addition to their samples: their registrations for background delivery with the
/// progress of each, how they are started, and their named cursors. It contains no app without registrations and cursors.
package struct BackgroundRegistry: Hashable, Sendable {
    struct App: Hashable {
        let id: AppID
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

    private var apps: [AppID: App] = [:]

    package init() {}

    init(_ stored: [StoredAppRecord]) throws(HearthError) {
        for record in stored {
            var app = apps[record.app] ?? App(id: record.app)
            try app.restore(record)
            apps[record.app] = app
        }
    }

    /// An app that is notified of nothing is not started, so its launch is dropped.
    private(set) subscript(id: AppID) -> App {
        get { apps[id] ?? App(id: id) }
        set {
            var app = newValue
            if app.registrations.isEmpty {
                app.launch = nil
            }
            apps[id] = app.isEmpty ? nil : app
        }
    }

    // MARK: - Reading

    package var appCount: Int { apps.count }

    /// The bytes of what says how apps are started.
    var launchBytes: Int { apps.values.reduce(0) { $0 + ($1.launch?.byteCount ?? 0) } }

    package var registrationCount: Int { apps.values.reduce(0) { $0 + $1.registrations.count } }

    package var appIDs: [AppID] { apps.keys.sorted() }

    /// The registrations of an app, in the order of the identifiers of their types.
    package func registrations(of app: AppID) -> [BackgroundRegistration] {
        deliveries(of: app).map { BackgroundRegistration(type: $0.type, frequency: $0.frequency) }
    }

    /// The registrations of an app and their progress, in the order of the identifiers of their types.
    package func deliveries(
        of app: AppID
    ) -> [(type: ObjectType, frequency: UpdateFrequency, progress: DeliveryProgress)] {
        self[app].registrations.entries.compactMap { entry in
            entry.type.map { ($0, entry.registration.frequency, entry.registration.progress) }
        }
    }

    package func launch(of app: AppID) -> BackgroundLaunch? { self[app].launch }

    package func cursorCount(of app: AppID) -> Int { self[app].cursors.count }

    /// The position of a named cursor of an app.
    package func cursor(_ name: String, of app: AppID) -> Anchor? { cursor(named: Array(name.utf8), of: app) }

    /// The position of a cursor of an app, by the bytes of its name.
    package func cursor(named name: [UInt8], of app: AppID) -> Anchor? { self[app].cursors[name] }

    /// Whether an app has anything.
    package func contains(_ app: AppID) -> Bool { apps[app] != nil }

    // MARK: - Changing

    /// Forgets all that an app has.
    mutating func remove(_ app: AppID) {
        apps[app] = nil
    }

    /// Forgets the cursors from which no stream can resume, because later deletions are forgotten. `oldest` is the
    /// first commit from which a stream can. Returns the apps that had such cursors.
    mutating func forgetExpiredCursors(oldest: UInt64) -> [AppID] {
        let expired = apps.values.filter { app in app.cursors.values.contains { $0.deletions < oldest } }.map(\.id)
        for id in expired {
            var app = self[id]
            app.cursors = app.cursors.filter { $0.value.deletions >= oldest }
            self[id] = app
        }
        return expired
    }

    /// `head`: the newest commit. Only later ones are news for an app that registers now.
    mutating func apply(_ delivery: BackgroundDelivery, for id: AppID, head: UInt64) {
        var app = self[id]
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
        self[id] = app
    }

    /// Changes how far deliveries have come; a type that is not registered is passed over.
    mutating func update(_ types: [ObjectType], of id: AppID, _ change: (inout DeliveryProgress) -> Void) {
        var app = self[id]
        for type in types {
            guard var registration = app.registrations[type.identifier] else { continue }
            change(&registration.progress)
            app.registrations[type.identifier] = registration
        }
        self[id] = app
    }

    /// Moves a cursor forward, never back; nil forgets it.
    mutating func setCursor(_ cursor: String, of id: AppID, to anchor: Anchor?) {
        var app = self[id]
        let key = Array(cursor.utf8)
        if let anchor, let old = app.cursors[key], old.isAfter(anchor) { return }
        app.cursors[key] = anchor
        self[id] = app
    }

    /// Records of an app that are missing from, or differ in, another registry.
    func stored(of app: AppID, excluding other: BackgroundRegistry) -> [StoredAppRecord] {
        let others = Set(other[app].records.map(\.bytes))
        return self[app].records.filter { !others.contains($0.bytes) }
    }
}

extension Anchor {
    /// Whether an anchor is later than another of the same store. While a stream delivers the state that it begins
    /// with, its deletions stay the same.
    fileprivate func isAfter(_ other: Anchor) -> Bool {
        guard storeID == other.storeID else { return false }
        guard (sequence, deletions) == (other.sequence, other.deletions) else {
            return (sequence, deletions) > (other.sequence, other.deletions)
        }
        // In the same pass, or when it is over.
        guard let old = other.visibility?.pass else { return false }
        guard let pass = visibility?.pass else { return visibility?.view ?? 0 == old.view }
        return pass.view == old.view && visibility?.view == other.visibility?.view
            && (pass.part.rawValue, pass.position) > (old.part.rawValue, old.position)
    }
}
