import HearthModel
import HearthStore

/// Executes the effects of background delivery.
final class DeliveryRouter {
    private let state: ServerState
    private var processOrders: [ProcessOrder] = []
    private var events: [DeliveryEvent] = []

    init(_ state: ServerState) {
        self.state = state
    }

    func runChecks() {
        guard state.delivery.hasChecks else { return }
        let apps = state.delivery.takeChecks()
        execute(
            state.delivery.check(
                apps,
                in: state.snapshot,
                at: state.time,
                newestConnection: ConnectionID(number: state.connections.metrics.accepted),
                state.positions(of: state.delivery.callsBeforeChecks(of: apps))
            )
        )
    }

    func execute(_ effects: [DeliveryEffect]) {
        for effect in effects {
            switch effect {
            case .write(let note, let app):
                let origin = Write.Origin(source: Source(app))
                state.writes.schedule(.noteDelivery(note), from: origin, of: state.writes.writesOfServer(for: app))
            case .remind(let id, let type): state.calls.remind(id, of: type)
            case .examine(let examination):
                state.reads.insert(ObserveTask(examination, in: state.snapshot), examination)
            case .findManifest(let app): state.reads.insertManifest(of: app)
            case .process(let order): processOrders.append(order)
            case .log(let event): events.append(event)
            }
        }
    }

    func takeProcessOrders() -> [ProcessOrder] {
        guard !processOrders.isEmpty else { return [] }
        defer { processOrders = [] }
        return processOrders
    }

    func takeEvents() -> [DeliveryEvent] {
        guard !events.isEmpty else { return [] }
        defer { events = [] }
        return events
    }
}
