/// The unfinished input of a connection: an incomplete frame, and saves whose last frame has not come.
struct UnfinishedInput {
    /// Bytes of the frame that is coming in.
    private(set) var frameBytes = 0
    /// Bytes of saves whose frames have not all arrived.
    private(set) var saveBytes = 0
    /// When the connection last sent anything.
    private(set) var lastInput = Int64.min / 2
    /// When it last completed a piece of 64 KiB: a client cannot keep contested room by sending single bytes.
    private(set) var lastProgress = Int64.min / 2
    private var bytesSinceProgress = 0

    private static let pieceBytes = 64 << 10

    var bytes: Int { frameBytes + saveBytes }

    /// Bytes have arrived.
    mutating func noteInput(_ count: Int, at now: Int64) {
        lastInput = now
        bytesSinceProgress += count
        if bytes == 0 || bytesSinceProgress >= UnfinishedInput.pieceBytes {
            lastProgress = now
            bytesSinceProgress = 0
        }
    }

    /// Adds to the unfinished bytes; subtracts negative ones.
    mutating func add(frameBytes: Int, saveBytes: Int) {
        self.frameBytes += frameBytes
        self.saveBytes += saveBytes
    }
}
