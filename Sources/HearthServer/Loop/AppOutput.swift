import HearthSystem

/// What an app prints, on its way to the server's log: line by line, up to a limit.
///
/// The server reads a piece at a time and pauses, so that an app that prints without end waits, and not the server's
/// clients. What goes beyond the limit is read and dropped.
final class AppOutput {
    /// Bytes of one process that reach the log.
    static let bytesMax = 1 << 20
    private static let pieceBytes = 64 << 10
    private static let pauseNanoseconds: Int64 = 10_000_000
    /// A longer line is divided.
    private static let lineBytes = 4_000

    private let input: Int32
    private let pass: (ArraySlice<UInt8>) -> Void
    private let dropped: () -> Void
    private var poll: Poll?
    private var pause: Timer?
    /// The beginning of a line.
    private var line: [UInt8] = []
    private var left = AppOutput.bytesMax

    /// - Parameters:
    ///   - input: The end of a pipe, which belongs to this object.
    ///   - pass: Called with each line.
    ///   - dropped: Called once, when the rest is dropped.
    init(_ loop: EventLoop, _ input: Int32, pass: @escaping (ArraySlice<UInt8>) -> Void, dropped: @escaping () -> Void)
    {
        self.input = input
        self.pass = pass
        self.dropped = dropped
        _ = fcntl(input, F_SETFL, O_NONBLOCK)
        pause = Timer(loop) { [unowned self] in poll?.watch(.readable) }
        poll = Poll(loop, input) { [unowned self] _ in
            poll?.watch([])
            if readPiece() {
                pause?.start(nanoseconds: AppOutput.pauseNanoseconds)
            }
        }
        poll?.watch(.readable)
    }

    /// The process has ended. Passes on what it has printed last; what it has started can print no more.
    func close() {
        // A pipe holds about a piece.
        _ = readPiece()
        if !line.isEmpty {
            pass(line[...])
        }
        poll?.close()
        pause?.close()
        closeDescriptor(input)
    }

    /// Returns false at the end.
    ///
    /// Unsafe pointers: `read` takes the address of a buffer and its length.
    private func readPiece() -> Bool {
        let piece = [UInt8](unsafeUninitializedCapacity: AppOutput.pieceBytes) { buffer, count in
            count = max(read(input, buffer.baseAddress, buffer.count), 0)
        }
        guard !piece.isEmpty, left > 0 else { return !piece.isEmpty }
        let taken = piece.prefix(left)
        left -= taken.count
        passLines(taken)
        if left == 0 {
            dropped()
        }
        return true
    }

    private func passLines(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes {
            line.append(byte)
            if byte == UInt8(ascii: "\n") || line.count >= AppOutput.lineBytes {
                pass(line[...])
                line.removeAll(keepingCapacity: true)
            }
        }
    }
}
