#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Whoever read what the program prints, such as `head`, has enough of it.
struct ReaderGone: Error {}

/// Standard output, in few large writes.
struct Output: ~Copyable {
    private var gathered: [UInt8] = []
    private static let gatheredBytes = 64 << 10

    /// Adds a line, which is written with others unless it is flushed.
    mutating func print(_ line: String) throws {
        gathered += line.utf8
        gathered.append(UInt8(ascii: "\n"))
        if gathered.count >= Output.gatheredBytes {
            try flush()
        }
    }

    /// Writes what was added.
    mutating func flush() throws {
        var left = gathered[...]
        defer { gathered.removeAll(keepingCapacity: true) }
        while !left.isEmpty {
            let count = left.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count >= 0 {
                left.removeFirst(count)
            } else if errno == EPIPE {
                throw ReaderGone()
            } else if errno != EINTR {
                throw CommandError("What was found cannot be written: \(String(cString: strerror(errno))).")
            }
        }
    }

    /// Prints lines at once.
    static func print(_ lines: String...) throws {
        var output = Output()
        for line in lines {
            try output.print(line)
        }
        try output.flush()
    }
}
