import HearthSystem

/// The bytes of a file or of standard input, in pieces.
///
/// Unsafe pointers: the system reads into a buffer.
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
        while true {
            var count = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: FileBytes.pieceBytes) { buffer, initialized in
                count = read(descriptor, buffer.baseAddress, buffer.count)
                initialized = max(0, count)
            }
            if count >= 0 { return bytes }
            guard errno == EINTR else {
                throw CommandError("The file cannot be read: \(String(cString: strerror(errno))).")
            }
        }
    }
}
