import HearthModel
import HearthStore

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
    private var held = HeldBytes()
    private var clients = ClientTable<ClientMemory>()

    init(_ options: ServerOptions) {
        ofConnection = options.memory.heldBytes
        ofClient = options.memory.heldBytesOfProcess
        ofAll = options.memory.heldBytesTotal
        reserve = options.memory.heldBytesReserve
        smallBytes = options.memory.smallCallBytes
    }

    /// A connection of a client is open.
    mutating func join(_ client: ClientKey) -> ClientMemory { clients.join(client) }

    /// A connection of a client has closed, and none of its calls holds anything.
    mutating func leave(_ client: ClientMemory) {
        clients.leave(client)
    }

    /// Counts the bytes that a call is about to hold in its clauses.
    mutating func hold(_ clauseBytes: Int, for call: UInt64, of calls: ConnectionCalls) throws(HearthError) {
        let request = ReadingMemory(bytes: CallMemory.bytesOfCall + clauseBytes)
        try check(adding: request.bytes, isSmall: request.bytes <= smallBytes, of: calls)
        calls.holdings.set(CallHolding(request: request), at: call)
        add(request, of: calls)
    }

    /// Counts what a call holds after a step, instead of what it held before. Throws if that is too much: the call has
    /// to be closed.
    mutating func set(_ reading: ReadingMemory, for call: UInt64, of calls: ConnectionCalls) throws(HearthError) {
        guard var holding = calls.holdings[call], let (added, removed) = holding.read(with: reading) else { return }
        let before = calls.held.total
        calls.holdings.set(holding, at: call)
        add(added, of: calls)
        subtract(removed, of: calls)
        if calls.held.total > before {
            try check(adding: 0, isSmall: holding.bytes <= smallBytes, of: calls)
        }
    }

    /// Subtracts the bytes that a call held.
    mutating func release(_ call: UInt64, of calls: ConnectionCalls) {
        guard let holding = calls.holdings.remove(call) else { return }
        subtract(holding.request, of: calls)
        subtract(holding.reading, of: calls)
    }

    private mutating func add(_ memory: ReadingMemory, of calls: ConnectionCalls) {
        calls.held.add(memory)
        calls.client.held.add(memory)
        held.add(memory)
    }

    private mutating func subtract(_ memory: ReadingMemory, of calls: ConnectionCalls) {
        calls.held.subtract(memory)
        calls.client.held.subtract(memory)
        held.subtract(memory)
    }

    private func check(adding bytes: Int, isSmall: Bool, of calls: ConnectionCalls) throws(HearthError) {
        try check(calls.held.total + bytes, ofConnection, "this connection")
        try check(calls.client.held.total + bytes, ofClient, "this client")
        try check(held.total + bytes, ofAll - (isSmall ? 0 : reserve), "all clients")
    }

    private func check(_ bytes: Int, _ most: Int, _ owner: String) throws(HearthError) {
        guard bytes <= most else {
            // Without the number of bytes: it would count the members of a workout that the app may not see.
            throw HearthError(
                .limitExceeded,
                "The open calls of \(owner) would hold more than the \(most) bytes that are allowed: end some, or ask for"
                    + " less.",
                field: "clauses"
            )
        }
    }

    /// What a call takes in addition to its clauses: itself, its position, and its entries in tables.
    private static let bytesOfCall = 1_024
}
