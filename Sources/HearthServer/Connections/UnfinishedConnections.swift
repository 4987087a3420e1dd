/// The connections with unfinished input, and which of them loses it when others need its room.
struct UnfinishedConnections {
    /// Bytes of all incomplete frames.
    private(set) var frameBytes = 0
    /// The time by which the first of the connections must be examined.
    private(set) var deadline: Int64?
    private var connections: [ConnectionID: Connection] = [:]
    /// Input that makes no progress is given up after this time ...
    private let timeout: Int64
    /// ... or after this time, when others need its room.
    private let contestedTimeout: Int64

    /// Giving up less would hardly make room.
    private static let leastWorthBytes = 4 << 10

    init(_ options: ServerOptions) {
        timeout = options.unfinishedNanoseconds
        contestedTimeout = options.contestedNanoseconds
    }

    /// Adds to the unfinished bytes of a connection; subtracts negative ones.
    mutating func count(frameBytes: Int = 0, saveBytes: Int = 0, of connection: Connection, at now: Int64) {
        let wasUnfinished = connection.unfinished.bytes > 0
        connection.unfinished.add(frameBytes: frameBytes, saveBytes: saveBytes)
        self.frameBytes += frameBytes
        let isUnfinished = connection.unfinished.bytes > 0
        guard wasUnfinished != isUnfinished else { return }
        connections[connection.id] = isUnfinished ? connection : nil
        if isUnfinished, deadline == nil {
            deadline = now + timeout
        }
    }

    /// The connection that loses its unfinished input when another needs room for more bytes; nil: none.
    func nextToGiveUp(for bytes: Int, excluding connection: Connection, at now: Int64) -> Connection? {
        idlest(excluding: connection, at: now) ?? greediest(than: bytes, excluding: connection)
    }

    /// The stalled connection with the most unfinished bytes.
    private func idlest(excluding connection: Connection, at now: Int64) -> Connection? {
        let since = now - contestedTimeout
        return connections.values.lazy.filter { other in
            other !== connection && !other.isPaced && other.decoding == nil && other.unfinished.lastProgress <= since
                && other.unfinished.bytes >= UnfinishedConnections.leastWorthBytes
        }.max { ($0.unfinished.bytes, $1.id.number) < ($1.unfinished.bytes, $0.id.number) }
    }

    /// The largest connection of the client with the most unfinished bytes, if it has more than this client will have.
    private func greediest(than bytes: Int, excluding connection: Connection) -> Connection? {
        var bytesByClient: [ObjectIdentifier: Int] = [:]
        for other in connections.values {
            if let client = other.client {
                bytesByClient[ObjectIdentifier(client.account), default: 0] += other.unfinished.bytes
            }
        }
        func clientBytes(of connection: Connection) -> Int? {
            connection.client.map { bytesByClient[ObjectIdentifier($0.account)] ?? 0 }
        }
        func rank(_ other: Connection) -> (Int, Int, UInt64) {
            (clientBytes(of: other) ?? 0, other.unfinished.bytes, .max - other.id.number)
        }
        let own = (clientBytes(of: connection) ?? connection.unfinished.bytes) + bytes
        return connections.values.lazy.filter { other in
            other !== connection && other.client?.account !== connection.client?.account
                && !(other.decoding?.isUnderWay ?? false) && rank(other).0 > own
                && other.unfinished.bytes >= UnfinishedConnections.leastWorthBytes
        }.max { rank($0) < rank($1) }
    }

    /// The connections whose input has not progressed for a long time. Examines all of them when it is time, and again a
    /// while later.
    mutating func takeIdle(at now: Int64) -> [ConnectionID] {
        guard let due = deadline, due <= now else { return [] }
        let since = now - timeout
        var idle: [ConnectionID] = []
        var oldest: Int64?
        for connection in connections.values {
            if connection.unfinished.lastInput <= since, !connection.isPaced, connection.backlog.isEmpty,
                connection.decoding == nil
            {
                idle.append(connection.id)
            } else {
                oldest = min(oldest ?? .max, connection.unfinished.lastInput)
            }
        }
        deadline = oldest.map { max($0 + timeout, now + timeout / 60) }
        return idle.sorted { $0.number < $1.number }
    }
}
