/// How many bytes of saves and of frames that are not complete the server has, over all clients.
///
/// A part is kept for small saves, so that a client that saves one sample is not refused while others send years.
struct StagingQuota {
    private(set) var total = 0
    private let most: Int
    private let mostOfLarge: Int

    init(_ options: ServerOptions) {
        most = options.stagedBytesTotal
        mostOfLarge = options.stagedBytesTotal - options.stagedBytesReserve
    }

    /// Whether there is room for more bytes.
    func hasRoom(for bytes: Int, isSmall: Bool) -> Bool {
        total + bytes <= (isSmall ? most : mostOfLarge)
    }

    /// Counts bytes that are taken; gives back when `bytes` is negative.
    mutating func count(_ bytes: Int) {
        total += bytes
    }
}
