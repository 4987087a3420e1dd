/// Processes of apps, for who drives the server.
extension ServerCore {
    /// What is to be done with processes since this was asked last.
    package func takeProcessOrders() -> [ProcessOrder] {
        guard !background.orders.isEmpty else { return [] }
        defer { background.orders = [] }
        return background.orders
    }

    /// What has happened with deliveries since this was asked last.
    package func takeDeliveryEvents() -> [DeliveryEvent] {
        guard !background.events.isEmpty else { return [] }
        defer { background.events = [] }
        return background.events
    }

    /// A process runs.
    package func processStarted(_ id: AppProcessID, number: Int32) {
        guard let app = background.processes[id] else { return }
        background.deliveries[app]?.process?.number = number
    }

    /// A process could not be started.
    package func processFailed(_ id: AppProcessID, reason: String) {
        guard let app = background.processes[id] else { return }
        background.events.append(.cannotStart(app: app, reason: reason))
        processEnded(id)
    }

    /// A process has ended, whether it was asked to or not.
    package func processEnded(_ id: AppProcessID) {
        guard let app = background.processes[id] else { return }
        background.deliveries[app]?.process?.stage = .ended
        makeRoom(id)
        consider(app)
    }

    /// A process is no more, or is not to be started: others that wait may be.
    func makeRoom(_ id: AppProcessID) {
        background.processes[id] = nil
        while let next = background.waiting.popFirst() {
            consider(next)
        }
    }
}
