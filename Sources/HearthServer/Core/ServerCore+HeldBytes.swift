import HearthModel

/// What open calls hold in memory is limited: of a connection, of a client, and of all. A part of all is kept for small
/// calls, so that a few large ones leave room for those who ask for little.
extension ServerCore {
    /// Counts what a call is about to hold, which is let go when it closes.
    func hold(_ clauses: [Clause], _ call: UInt64, of session: Session) throws(HearthError) {
        let bytes = ServerCore.bytesOfCall + clauses.heldBytes
        guard let account = session.author?.account else { return }
        let isSmall = bytes <= options.smallWriteBytes
        let total = options.heldBytesTotal - (isSmall ? 0 : options.heldBytesReserve)
        try check(session.held.total + bytes, options.heldBytes, "this connection")
        try check(account.heldBytes + bytes, options.heldBytesOfProcess, "this client")
        try check(heldBytes + bytes, total, "all clients")
        session.held.add(bytes, for: call)
        account.heldBytes += bytes
        heldBytes += bytes
    }

    private func check(_ bytes: Int, _ most: Int, _ owner: String) throws(HearthError) {
        guard bytes <= most else {
            throw HearthError(
                .limitExceeded,
                "The open calls of \(owner) would hold \(bytes) bytes, and \(most) are allowed: end some, or ask for less.",
                field: "clauses"
            )
        }
    }

    /// A call holds nothing any more.
    func letGo(_ call: UInt64, of session: Session) {
        let bytes = session.held.remove(call)
        session.author?.account.heldBytes -= bytes
        heldBytes -= bytes
    }

    /// What a call takes beside its clauses: itself, where it stands, and its places in tables.
    private static let bytesOfCall = 1_024
}
