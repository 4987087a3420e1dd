import HearthSystem

/// Connections whose large frames are to be decoded. Clients take turns. One frame is decoded at a time: it may take as
/// long as a hundred steps of reading, and the other threads go on with those.
struct FrameQueue {
    private var clients = Queue<ClientAccount.Key?>()
    private var connections: [ClientAccount.Key?: Queue<ConnectionID>] = [:]
    private var isUnderWay = false

    mutating func insert(_ connection: ConnectionID, from client: ClientAccount.Key?) {
        if connections[client] == nil {
            clients.append(client)
        }
        connections[client, default: Queue()].append(connection)
    }

    /// The next connection, whose frame is under way then.
    mutating func popFirst() -> ConnectionID? {
        guard !isUnderWay, let client = clients.popFirst(), let next = connections[client]?.popFirst() else {
            return nil
        }
        if connections[client]?.isEmpty ?? true {
            connections[client] = nil
        } else {
            clients.append(client)
        }
        isUnderWay = true
        return next
    }

    mutating func finish() {
        isUnderWay = false
    }
}
