import HearthModel

/// Limits the memory that open calls hold: of a connection, of a client, and of all clients. A part of the last is kept
/// for small calls, so that a few large ones leave room for them.
struct CallMemory {
    /// Bytes of each connection, of each client, and of all.
    private let ofConnection: Int
    private let ofClient: Int
    private let ofAll: Int
    /// The part of `ofAll` that only small calls may use.
    private let reserve: Int
    private let smallBytes: Int
    private var held = 0

    init(_ options: ServerOptions) {
        ofConnection = options.heldBytes
        ofClient = options.heldBytesOfProcess
        ofAll = options.heldBytesTotal
        reserve = options.heldBytesReserve
        smallBytes = options.smallWriteBytes
    }

    /// Counts the bytes that a call is about to hold in its clauses.
    mutating func hold(_ clauseBytes: Int, for call: UInt64, of calls: ConnectionCalls) throws(HearthError) {
        let bytes = CallMemory.bytesOfCall + clauseBytes
        try check(calls.heldBytes + bytes, ofConnection, "this connection")
        try check(calls.account.heldBytes + bytes, ofClient, "this client")
        try check(held + bytes, ofAll - (bytes <= smallBytes ? 0 : reserve), "all clients")
        calls.hold(bytes, for: call)
        calls.account.heldBytes += bytes
        held += bytes
    }

    /// Subtracts the bytes that a call held.
    mutating func release(_ call: UInt64, of calls: ConnectionCalls) {
        let bytes = calls.release(call)
        calls.account.heldBytes -= bytes
        held -= bytes
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

    /// What a call takes in addition to its clauses: itself, its position, and its entries in tables.
    private static let bytesOfCall = 1_024
}
