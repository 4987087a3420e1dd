import HearthModel

/// Limits the memory that open calls hold: of a connection, of a client, and of all clients. A part of the last is kept
/// for small calls, so that a few large ones leave room for them.
extension ServerCore {
    /// Counts the bytes that a call is about to hold; `letGo` subtracts them when it closes.
    func hold(_ clauses: [Clause], _ call: UInt64, of session: Session) throws(HearthError) {
        let bytes = ServerCore.bytesOfCall + clauses.heldBytes
        guard let account = session.client?.account else { return }
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

    /// Subtracts the bytes that a call held.
    func letGo(_ call: UInt64, of session: Session) {
        let bytes = session.held.remove(call)
        session.client?.account.heldBytes -= bytes
        heldBytes -= bytes
    }

    /// What a call takes in addition to its clauses: itself, its position, and its entries in tables.
    private static let bytesOfCall = 1_024
}
