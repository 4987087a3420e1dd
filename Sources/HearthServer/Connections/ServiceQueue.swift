import HearthSystem

/// The connections whose driver has something to do: to send, to close, or to read again.
///
/// Each connection keeps the flag: a set of waiting connections would hash each one twice for each delivery.
final class ServiceQueue {
    private var connections = Queue<Connection>()

    var count: Int { connections.count }

    func insert(_ connection: Connection) {
        guard !connection.needsService else { return }
        connection.needsService = true
        connections.append(connection)
    }

    func popFirst() -> ConnectionID? {
        while let connection = connections.popFirst() {
            guard connection.needsService else { continue }
            connection.needsService = false
            return connection.id
        }
        return nil
    }
}
