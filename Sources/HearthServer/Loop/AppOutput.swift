import HearthSystem

/// What an app prints, on its way to the server's log: line by line, up to a limit.
///
/// The server takes a few lines at a time and pauses, so that an app that prints without end waits, and not the server's
/// clients. What goes beyond the limit is read and dropped.
final class AppOutput {
    /// Bytes of one process that reach the log, with the name of the app in each line: of short lines that is the most.
    static let bytesMax = 1 << 20
    /// Lines of a turn. A line takes its time, however short it is.
    static let linesOfTurn = 256
    /// Lines that are passed on at once when the process has ended.
    static let linesAtEnd = 1_024
    /// Bytes that are read in a turn.
    private static let pieceBytes = 16 << 10
    /// What a pipe holds. To drop it takes no longer than to log a piece.
    private static let pipeBytes = 64 << 10
    private static let pauseNanoseconds: Int64 = 10_000_000
    /// A longer line is divided.
    private static let lineBytes = 4_000
    private static let newline = UInt8(ascii: "\n")

    /// What becomes of the output.
    struct Destination {
        /// A line as it is in the log.
        let logged: (ArraySlice<UInt8>) -> String
        /// Called with the lines of a turn.
        let write: ([String]) -> Void
        /// Called once, when the rest is dropped.
        let dropped: () -> Void
    }

    private let input: Int32
    private let destination: Destination
    private var poll: Poll?
    private var pause: Timer?
    /// What was read and is not in lines yet.
    private var piece: ArraySlice<UInt8> = []
    /// The beginning of a line.
    private var line: [UInt8] = []
    /// Bytes that may still reach the log; nil: the rest is dropped.
    private var left: Int? = AppOutput.bytesMax

    /// - Parameter input: The end of a pipe, which belongs to this object.
    init(_ loop: EventLoop, _ input: Int32, _ destination: Destination) {
        self.input = input
        self.destination = destination
        _ = fcntl(input, F_SETFL, O_NONBLOCK)
        pause = Timer(loop) { [unowned self] in
            if piece.isEmpty {
                poll?.watch(.readable)
            } else {
                takeTurn()
            }
        }
        poll = Poll(loop, input) { [unowned self] _ in
            poll?.watch([])
            if readPiece(left == nil ? AppOutput.pipeBytes : AppOutput.pieceBytes) {
                takeTurn()
            }
        }
        poll?.watch(.readable)
    }

    private func takeTurn() {
        passLines(atMost: AppOutput.linesOfTurn)
        pause?.start(nanoseconds: AppOutput.pauseNanoseconds)
    }

    /// The process has ended. Passes on what it has printed last, if that is not too much; what it has started can print no
    /// more.
    func close() {
        var room = AppOutput.linesAtEnd
        room -= passLines(atMost: room)
        if piece.isEmpty, readPiece(AppOutput.pipeBytes) {
            passLines(atMost: room)
        }
        if !piece.isEmpty {
            piece = []
            destination.dropped()
        } else if !line.isEmpty {
            piece = [AppOutput.newline]
            passLines(atMost: 1)
        }
        poll?.close()
        pause?.close()
        closeDescriptor(input)
    }

    /// Returns false at the end.
    ///
    /// Unsafe pointers: `read` takes the address of a buffer and its length.
    private func readPiece(_ most: Int) -> Bool {
        let bytes = [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
            count = max(read(input, buffer.baseAddress, buffer.count), 0)
        }
        if left != nil {
            piece = bytes[...]
        }
        return !bytes.isEmpty
    }

    /// Passes on the next lines of what was read. Returns how many there were.
    @discardableResult
    private func passLines(atMost most: Int) -> Int {
        guard !piece.isEmpty else { return 0 }
        var lines: [String] = []
        var count = 0
        while count < most, !piece.isEmpty {
            let next = piece.prefix(AppOutput.lineBytes - line.count)
            let end = next.firstIndex(of: AppOutput.newline).map { $0 + 1 } ?? next.endIndex
            line += piece[..<end]
            piece = piece[end...]
            if line.last == AppOutput.newline || line.count == AppOutput.lineBytes {
                endLine(&lines)
                count += 1
            }
        }
        if !lines.isEmpty {
            destination.write(lines)
        }
        if left == nil {
            destination.dropped()
        }
        return count
    }

    /// Adds the line to those of a turn, or drops it and the rest. An empty one says nothing in a log, but counts.
    private func endLine(_ lines: inout [String]) {
        defer { line.removeAll(keepingCapacity: true) }
        let logged = line == [AppOutput.newline] ? nil : destination.logged(line[...])
        let rest = (left ?? 0) - (logged?.utf8.count ?? 1)
        guard rest >= 0 else {
            left = nil
            piece = []
            return
        }
        left = rest
        if let logged {
            lines.append(logged)
        }
    }
}
