import HearthModel

/// The bytes of saves and of incomplete frames, of each client and over all clients.
///
/// A part is reserved for small saves: a client that saves one sample is not refused while others send years of data.
struct StagingQuota {
    private(set) var total = 0
    /// The connections with unfinished input.
    private(set) var unfinished: Set<ConnectionID> = []
    /// The time by which the first of them must be examined.
    private(set) var deadline: Int64?
    private let mostTotal: Int
    private let mostOfLarge: Int
    private let mostOfClient: Int
    private let patience: Int64

    init(_ options: ServerOptions) {
        mostTotal = options.stagedBytesTotal
        mostOfLarge = options.stagedBytesTotal - options.stagedBytesReserve
        mostOfClient = Int(options.limits.stagedBytes)
        patience = options.unfinishedNanoseconds
    }

    /// Whether there is room for more bytes.
    func hasRoom(for bytes: Int, isSmall: Bool) -> Bool {
        total + bytes <= (isSmall ? mostTotal : mostOfLarge)
    }

    /// Checks that a client may have more bytes.
    func check(_ bytes: Int, of account: ClientAccount) throws(HearthError) {
        guard account.stagedBytes + bytes <= mostOfClient else {
            throw HearthError(
                .limitExceeded,
                "The client's saves under way would have \(account.stagedBytes + bytes) bytes, and \(mostOfClient) are"
                    + " allowed: wait for those before."
            )
        }
    }

    mutating func reserve(_ bytes: Int, of account: ClientAccount) {
        account.stagedBytes += bytes
        total += bytes
    }

    mutating func release(_ bytes: Int, of account: ClientAccount) {
        account.stagedBytes -= bytes
        total -= bytes
    }

    /// Counts bytes of incomplete frames; subtracts when `bytes` is negative.
    mutating func countFrame(_ bytes: Int) {
        total += bytes
    }

    /// A connection has unfinished input, or has none any more.
    mutating func set(_ connection: ConnectionID, isUnfinished: Bool, at now: Int64) {
        if isUnfinished {
            unfinished.insert(connection)
            deadline = deadline ?? now + patience
        } else {
            unfinished.remove(connection)
        }
    }

    /// Whether the connections with unfinished input must be examined now.
    func isDue(at now: Int64) -> Bool { deadline.map { $0 <= now } ?? false }

    /// All were examined. `oldest`: the last input of the one that has been idle longest. The next examination is a while
    /// later, since it looks at all of them.
    mutating func noteExamination(oldest: Int64, at now: Int64) {
        deadline = unfinished.isEmpty ? nil : max(oldest + patience, now + patience / 60)
    }
}
