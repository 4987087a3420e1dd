/// The connections with unfinished input, and which of them loses it when others need its room.
struct UnfinishedConnections {
    /// Bytes of all incomplete frames.
    private(set) var frameBytes = 0
    /// The time by which the first of the connections must be examined.
    private(set) var deadline: Int64?
    private var sessions: [ConnectionID: Session] = [:]
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
    mutating func count(frameBytes: Int = 0, saveBytes: Int = 0, of session: Session, at now: Int64) {
        let wasUnfinished = session.unfinished.bytes > 0
        session.unfinished.add(frameBytes: frameBytes, saveBytes: saveBytes)
        self.frameBytes += frameBytes
        let isUnfinished = session.unfinished.bytes > 0
        guard wasUnfinished != isUnfinished else { return }
        sessions[session.id] = isUnfinished ? session : nil
        if isUnfinished, deadline == nil {
            deadline = now + timeout
        }
    }

    /// The connection that loses its unfinished input when another needs room for more bytes; nil: none.
    func nextToGiveUp(for bytes: Int, excluding session: Session, at now: Int64) -> Session? {
        idlest(excluding: session, at: now) ?? greediest(than: bytes, excluding: session)
    }

    /// The stalled connection with the most unfinished bytes.
    private func idlest(excluding session: Session, at now: Int64) -> Session? {
        let since = now - contestedTimeout
        return sessions.values.lazy.filter { other in
            other !== session && !other.isPaced && other.decoding == nil && other.unfinished.lastProgress <= since
                && other.unfinished.bytes >= UnfinishedConnections.leastWorthBytes
        }.max { ($0.unfinished.bytes, $1.id.number) < ($1.unfinished.bytes, $0.id.number) }
    }

    /// The largest connection of the client with the most unfinished bytes, if it has more than this client will have.
    private func greediest(than bytes: Int, excluding session: Session) -> Session? {
        var bytesByClient: [ObjectIdentifier: Int] = [:]
        for other in sessions.values {
            if let client = other.client {
                bytesByClient[ObjectIdentifier(client.account), default: 0] += other.unfinished.bytes
            }
        }
        func clientBytes(of session: Session) -> Int? {
            session.client.map { bytesByClient[ObjectIdentifier($0.account)] ?? 0 }
        }
        func rank(_ other: Session) -> (Int, Int, UInt64) {
            (clientBytes(of: other) ?? 0, other.unfinished.bytes, .max - other.id.number)
        }
        let own = (clientBytes(of: session) ?? session.unfinished.bytes) + bytes
        return sessions.values.lazy.filter { other in
            other !== session && other.client?.account !== session.client?.account
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
        for session in sessions.values {
            if session.unfinished.lastInput <= since, !session.isPaced, session.backlog.isEmpty,
                session.decoding == nil
            {
                idle.append(session.id)
            } else {
                oldest = min(oldest ?? .max, session.unfinished.lastInput)
            }
        }
        deadline = oldest.map { max($0 + timeout, now + timeout / 60) }
        return idle.sorted { $0.number < $1.number }
    }
}
