import HearthModel
import HearthStore
import HearthWire

/// The requests of apps and of the owner's tool.
extension DeliveryEngine {
    /// Answers a request. The caller has checked that a control comes from the owner's tool. `process`: that of the client;
    /// nil where the system does not tell it.
    func answer(
        _ request: DeliveryRequest,
        by app: AppID,
        of process: Int32?,
        on connection: ConnectionID,
        in snapshot: Snapshot,
        _ positions: CallPositions
    ) throws(HearthError) -> DeliveryAnswer {
        switch request {
        case .register(let delivery): try register(delivery, by: app, of: process, in: snapshot)
        case .acknowledge(let acknowledgement):
            try acknowledge(acknowledgement, by: app, of: process, on: connection, in: snapshot, positions)
        case .control(let control):
            try self.control(control, in: snapshot)
        }
    }

    func acknowledge(
        _ acknowledgement: Acknowledge,
        by app: AppID,
        of process: Int32?,
        on connection: ConnectionID,
        in snapshot: Snapshot,
        _ positions: CallPositions
    ) throws(HearthError) -> DeliveryAnswer {
        guard !acknowledgement.cursor.isEmpty || isRegistered(app) else {
            // Observers acknowledge whether or not their app is registered.
            return .reply(.acknowledged(Acknowledged(anchor: [])))
        }
        if acknowledgement.setsCursor {
            try checkIntroduction(of: app, by: process, field: "acknowledge.cursor", in: snapshot)
        }
        let (counting, waiting) = divide(acknowledgement, by: app, on: connection, in: snapshot, positions)
        return .write(.acknowledge(counting), waiting: waiting)
    }

    func register(
        _ delivery: BackgroundDelivery,
        by app: AppID,
        of process: Int32?,
        in snapshot: Snapshot
    ) throws(HearthError) -> DeliveryAnswer {
        guard !delivery.onlyReads else {
            return .reply(.backgroundRegistrations(BackgroundRegistrationList(of: app, in: snapshot)))
        }
        if !delivery.enable.isEmpty {
            try checkIntroduction(of: app, by: process, field: "background_delivery.enable", in: snapshot)
        }
        return .write(.register(delivery))
    }

    func control(_ control: BackgroundControl, in snapshot: Snapshot) throws(HearthError) -> DeliveryAnswer {
        let app = AppID(control.app)
        let types = snapshot.background.registrations(of: app).map(\.type).filter { type in
            control.type.map { $0 == type } ?? true
        }
        let removesAll = control.action == .remove && control.type == nil
        guard !types.isEmpty || removesAll && snapshot.background.contains(app) else {
            throw HearthError(
                .objectNotFound,
                "The app is not registered for that: 'hearth background' lists the registrations.",
                field: "background_control.app"
            )
        }
        switch control.action {
        case .resume: return .write(.noteDelivery(DeliveryNote(.resumed, of: types)), actingFor: app)
        case .remove where removesAll:
            return .write(.noteDelivery(DeliveryNote(.removed, of: [])), actingFor: app)
        case .remove: return .write(.register(BackgroundDelivery(disable: types)), actingFor: app)
        case .run:
            requestStart(of: app)
            return .status(of: app)
        }
    }
}

extension Acknowledge {
    /// Whether a cursor of the app continues at an anchor.
    var setsCursor: Bool { !cursor.isEmpty && !anchor.isEmpty }
}

extension Acknowledged {
    /// With the position of a cursor of an app; "": of none.
    init(_ cursor: String, of app: AppID, in snapshot: Snapshot) {
        self.init(anchor: cursor.isEmpty ? [] : snapshot.background.cursor(cursor, of: app).map(snapshot.sealed) ?? [])
    }
}

extension BackgroundRegistrationList {
    /// The registrations of an app.
    init(of app: AppID, in snapshot: Snapshot) {
        self.init(registrations: snapshot.background.registrations(of: app))
    }
}
