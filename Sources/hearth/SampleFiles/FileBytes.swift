import HearthSystem

/// The bytes of a file or of standard input, in pieces.
struct FileBytes: ~Copyable {
    private static let pieceBytes = 256 << 10

    private let descriptor: Int32

    /// "-" is standard input.
    init(_ path: String) throws(CommandError) {
        descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw CommandError("\(path) cannot be read: \(String(cString: strerror(errno))).")
        }
    }

    deinit {
        if descriptor != STDIN_FILENO {
            close(descriptor)
        }
    }

    /// The next bytes; empty at the end.
    func next() throws(CommandError) -> [UInt8] {
        guard let bytes = readPiece(of: descriptor, atMost: FileBytes.pieceBytes) else {
            throw CommandError("The file cannot be read: \(String(cString: strerror(errno))).")
        }
        return bytes
    }
}
