import HearthSystem

/// The writes of a connection, or of the server on behalf of an app, that wait for the writer, in order.
final class ConnectionWrites {
    let account: ClientAccount
    let isOfServer: Bool
    var waiting = Queue<ScheduledWrite>()

    init(of account: ClientAccount, isOfServer: Bool = false) {
        self.account = account
        self.isOfServer = isOfServer
    }
}

/// Connections of a client whose next writes can go to the writer. Mostly there is one.
struct ReadyConnections {
    private var first: ConnectionWrites?
    private var others = Queue<ConnectionWrites>()

    /// Returns whether it is the only one.
    mutating func append(_ connection: ConnectionWrites) -> Bool {
        guard first != nil else {
            first = connection
            return true
        }
        others.append(connection)
        return false
    }

    /// The next connection, and whether it is the last one.
    mutating func popFirst() -> (connection: ConnectionWrites, isLast: Bool)? {
        guard let connection = first.take() else { return nil }
        if !others.isEmpty {
            first = others.popFirst()
        }
        return (connection, first == nil)
    }
}
