import HearthModel
import HearthStore
import HearthWire

/// What apps and the owner say of deliveries.
extension ServerCore {
    /// A reading of changes that begins where its cursor stands.
    func begun(_ query: QueryChanges, of session: Session) -> QueryChanges {
        guard !query.cursor.isEmpty, query.anchor.isEmpty, let app = session.app else { return query }
        var placed = query
        placed.anchor = snapshot.background.cursor(query.cursor, of: app)?.encoded ?? []
        return placed
    }

    /// What an app has that comes back with an anchor of its own, beyond where its cursor stands.
    func toldBefore(_ query: QueryChanges, of session: Session) -> UInt64 {
        guard !query.cursor.isEmpty, let own = try? Anchor(decoding: query.anchor), let app = session.app else {
            return 0
        }
        let place = snapshot.background.cursor(query.cursor, of: app)?.sequence ?? 0
        return own.sequence > place ? own.sequence : 0
    }

    func acknowledge(
        _ acknowledgement: Acknowledge,
        _ call: UInt64,
        _ bytes: Int,
        of session: Session
    ) throws(HearthError) {
        let app = session.app ?? ""
        guard !acknowledgement.cursor.isEmpty || background.registeredTypes[app] != nil else {
            // Observers acknowledge whether or not anything is registered.
            send(.acknowledged(Acknowledged(anchor: [])), call, to: session)
            return
        }
        let setsCursor = !acknowledgement.cursor.isEmpty && !acknowledgement.anchor.isEmpty
        if setsCursor {
            try checkBackgroundApps(of: session, field: "acknowledge.cursor")
        }
        try stage(
            .acknowledge(acknowledgement),
            .acknowledged(cursor: acknowledgement.cursor),
            call,
            bytes,
            of: session
        )
        if setsCursor {
            noteBackgroundApp(of: session)
        }
    }

    func register(
        _ delivery: BackgroundDelivery,
        _ call: UInt64,
        _ bytes: Int,
        of session: Session
    ) throws(HearthError) {
        guard !delivery.onlyReads else {
            send(registrations(of: session.app ?? ""), call, to: session)
            return
        }
        if !delivery.enable.isEmpty {
            try checkBackgroundApps(of: session, field: "background_delivery.enable")
        }
        try stage(.register(delivery), .registrations, call, bytes, of: session)
        if !delivery.enable.isEmpty {
            noteBackgroundApp(of: session)
        }
    }

    /// Limits the apps that one process introduces, so that a process that invents apps leaves places for others.
    private func checkBackgroundApps(of session: Session, field: String) throws(HearthError) {
        guard let app = session.app, !snapshot.background.contains(app), !background.introduced.keys.contains(app)
        else { return }
        guard background.introduced.values.count(where: { $0 == session.process }) < Limits.backgroundAppsOfProcess
        else {
            throw HearthError(
                .limitExceeded,
                "The process has registered \(Limits.backgroundAppsOfProcess) apps, or given them cursors, which is the"
                    + " limit.",
                field: field
            )
        }
    }

    private func noteBackgroundApp(of session: Session) {
        if let app = session.app, !snapshot.background.contains(app) {
            background.introduced.updateValue(session.process, forKey: app)
        }
    }

    func acknowledged(_ cursor: String, of app: String) -> Acknowledged {
        Acknowledged(anchor: cursor.isEmpty ? [] : snapshot.background.cursor(cursor, of: app)?.encoded ?? [])
    }

    /// What the owner wants.
    func carryOut(
        _ control: BackgroundControl,
        _ call: UInt64,
        _ bytes: Int,
        of session: Session
    ) throws(HearthError) {
        guard session.isOwnersTool(), let tool = session.client else {
            throw HearthError(
                .authorizationDenied,
                "Only the server's own program may do this to apps: use 'hearth background'.",
                field: "background_control"
            )
        }
        let types = snapshot.background.registrations(of: control.app).map(\.type).filter { type in
            control.type.map { $0 == type } ?? true
        }
        let removesAll = control.action == .remove && control.type == nil
        guard !types.isEmpty || removesAll && snapshot.background.contains(control.app) else {
            throw HearthError(
                .objectNotFound,
                "The app is not registered for that: 'hearth background' lists what there is.",
                field: "background_control.app"
            )
        }
        let source = Source(bundleIdentifier: control.app, name: control.app)
        let target = ClientApp(tool.origin.acting(as: source), tool.account)
        switch control.action {
        case .resume:
            let note = DeliveryNote(.resumed, of: types)
            try stage(.note(note), .backgroundApp, call, bytes, of: session, as: target)
        case .remove where removesAll:
            try stage(
                .note(DeliveryNote(.removed, of: [])),
                .backgroundApp,
                call,
                bytes,
                of: session,
                as: target
            )
        case .remove:
            let removal = BackgroundDelivery(disable: types)
            try stage(.register(removal), .backgroundApp, call, bytes, of: session, as: target)
        case .run:
            deliveries(to: control.app).isWanted = true
            consider(control.app)
            send(.backgroundApp(backgroundStatus(of: control.app)), call, to: session)
        }
    }
}
