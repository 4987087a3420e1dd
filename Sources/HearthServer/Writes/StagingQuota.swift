import HearthModel

/// The bytes of saves that are under way, of each client and over all clients.
///
/// A part is reserved for small saves: a client that saves one sample is not refused while others send years of data.
struct StagingQuota {
    private(set) var total = 0
    private let totalMax: Int
    private let largeMax: Int
    private let clientMax: Int

    init(_ options: ServerOptions) {
        totalMax = options.memory.stagedBytesTotal
        largeMax = options.memory.stagedBytesTotal - options.memory.stagedBytesReserve
        clientMax = Int(options.limits.stagedBytes)
    }

    /// Whether all clients may have this many bytes together.
    func allows(_ bytes: Int, isSmall: Bool) -> Bool {
        bytes <= (isSmall ? totalMax : largeMax)
    }

    /// Checks that a client may have more bytes.
    func check(_ bytes: Int, of account: ClientAccount) throws(HearthError) {
        guard account.stagedBytes + bytes <= clientMax else {
            throw HearthError(
                .limitExceeded,
                "This save would bring the client to \(account.stagedBytes + bytes) unfinished bytes; the limit is"
                    + " \(clientMax). Wait for earlier saves."
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
