/// Paces the reading of large frames, over all connections: as fast as the store can use what they contain, after a burst.
///
/// Reading faster than the store can write only burns CPU that other clients need. Each piece is asked for before it is
/// read, and clients take turns.
struct LargeFramePacer {
    private var bucket: TokenBucket
    private var waiting = RoundRobin<ClientKey, ConnectionID>()

    init(pieceBytes: Int, bytesPerMillisecond: Int, atOnce start: Int) {
        bucket = TokenBucket(
            stepNanoseconds: Int64(pieceBytes) * 1_000_000 / Int64(bytesPerMillisecond),
            atOnce: start / pieceBytes
        )
    }

    /// When the next connection may be read from; nil when none waits.
    var deadline: Int64? { waiting.isEmpty ? nil : bucket.readyAt }

    /// Whether the next piece may be read at once. No connection overtakes those that wait.
    mutating func allowsPiece(at now: Int64) -> Bool {
        guard waiting.isEmpty, bucket.allowsStep(at: now) else { return false }
        bucket.step(at: now)
        return true
    }

    /// A connection must not be read from until `next` returns it.
    mutating func wait(_ connection: ConnectionID, of client: ClientKey) {
        waiting.append(connection, of: client)
    }

    /// The connections that may be read from now, a piece of each. Ended ones are dropped.
    mutating func next(at now: Int64, isOpen: (ConnectionID) -> Bool) -> [ConnectionID] {
        var next: [ConnectionID] = []
        while bucket.allowsStep(at: now), let connection = waiting.popFirst() {
            if isOpen(connection) {
                next.append(connection)
                bucket.step(at: now)
            }
        }
        return next
    }
}
