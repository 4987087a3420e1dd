import HearthModel

/// The bytes of saves that are under way, of each client and over all clients.
///
/// A part is reserved for small saves: a client that saves one sample is not refused while others send years of data.
struct StagingQuota {
    private(set) var total = 0
    private let mostTotal: Int
    private let mostOfLarge: Int
    private let mostOfClient: Int

    init(_ options: ServerOptions) {
        mostTotal = options.stagedBytesTotal
        mostOfLarge = options.stagedBytesTotal - options.stagedBytesReserve
        mostOfClient = Int(options.limits.stagedBytes)
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
}
