/// Connections whose large frames are to be decoded. Clients take turns. One frame is decoded at a time: it may take as
/// long as a hundred steps of reading, and the other threads continue with those.
struct FrameQueue {
    private var connections = RoundRobin<ClientKey?, ConnectionID>()
    private var isUnderWay = false

    mutating func insert(_ connection: ConnectionID, from client: ClientKey?) {
        connections.append(connection, of: client)
    }

    /// The next connection, whose frame is under way then.
    mutating func popFirst() -> ConnectionID? {
        guard !isUnderWay, let next = connections.popFirst() else { return nil }
        isUnderWay = true
        return next
    }

    mutating func finish() {
        isUnderWay = false
    }
}
