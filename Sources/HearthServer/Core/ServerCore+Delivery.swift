import HearthModel
import HearthStore
import HearthWire

/// Translates between the server and background delivery.
extension ServerCore {
    func checkDeliveries() {
        guard background.hasChecks else { return }
        let newest = ConnectionID(number: connectionsSoFar)
        execute(background.runChecks(in: snapshot, at: time, newestConnection: newest))
    }

    func execute(_ effects: [DeliveryEffect]) {
        for effect in effects {
            switch effect {
            case .write(let note, let app):
                let origin = Write.Origin(source: Source(app))
                writes.schedule(.note(note), from: origin, of: writes.account(ofApp: app))
            case .remind(let id, let type):
                if case .reading(let call)? = calls[id] {
                    call.remind(of: type)
                    calls.wake(id)
                }
            case .process(let order): processOrders.append(order)
            case .log(let event): deliveryEvents.append(event)
            }
        }
    }

    func beginDeliveryRequest(
        _ request: Request,
        _ call: UInt64,
        _ bytes: Int,
        of session: Session
    ) throws(HearthError) {
        guard let client = session.client else { return }
        let answer: DeliveryAnswer
        let reply: WriteReply
        switch request {
        case .backgroundDelivery(let registrations):
            answer = try background.register(registrations, by: client.app, of: session.process, in: snapshot)
            reply = .registrations
        case .acknowledge(let acknowledgement):
            answer = try background.acknowledge(acknowledgement, by: client.app, of: session.process, in: snapshot)
            reply = .acknowledged(cursor: acknowledgement.cursor)
        case .backgroundControl(let control):
            let isTool = session.isOwnersTool()
            answer = try background.control(control, isOwnersTool: isTool, in: snapshot, at: time)
            reply = .backgroundApp
        default: return
        }
        switch answer {
        case .reply(let reply): send(reply, call, to: session)
        case .write(let operation, let other):
            let actor = other.map { app in
                ClientApp(client.origin.acting(as: Source(app)), client.account)
            }
            try stage(operation, reply, call, bytes, of: session, as: actor ?? client)
        }
    }
}

// MARK: - The driver

extension ServerCore {
    /// What is to be done with processes since this was called last.
    package func takeProcessOrders() -> [ProcessOrder] {
        guard !processOrders.isEmpty else { return [] }
        defer { processOrders = [] }
        return processOrders
    }

    /// What the log is to say about deliveries since this was called last.
    package func takeDeliveryEvents() -> [DeliveryEvent] {
        guard !deliveryEvents.isEmpty else { return [] }
        defer { deliveryEvents = [] }
        return deliveryEvents
    }

    /// A process runs.
    package func processStarted(_ id: AppProcessID, number: Int32) {
        background.processStarted(id, number: number)
    }

    /// A process could not be started.
    package func processFailed(_ id: AppProcessID, reason: String) {
        execute(background.processFailed(id, reason: reason))
    }

    /// A process has ended, whether or not it was asked to.
    package func processEnded(_ id: AppProcessID) {
        background.processEnded(id)
    }
}
