import HearthModel
import HearthSystem

/// The reader of the output, such as `head`, has ended.
struct ReaderGone: Error {}

/// Standard output, in few large writes.
struct Output: ~Copyable {
    /// Bytes that are not written yet.
    private(set) var gathered: [UInt8] = []
    private static let gatheredBytes = 64 << 10

    /// Adds a line with its control characters escaped. `mark` and `end` come from the program itself, such as colours,
    /// and are not escaped.
    mutating func print(_ line: String, after mark: String = "", before end: String = "") throws {
        try add { bytes in
            bytes.append(mark)
            bytes.append(printable: line)
            bytes.append(end)
            bytes.append(UInt8(ascii: "\n"))
        }
    }

    /// Adds what a function appends: rows of a format that has rules of its own for control characters.
    mutating func add(_ append: (inout [UInt8]) -> Void) throws {
        append(&gathered)
        if gathered.count >= Output.gatheredBytes {
            try flush()
        }
    }

    /// Adds a line for each row, which a function appends.
    mutating func addLines(_ rows: Range<Int>, _ append: (Int, inout [UInt8]) -> Void) throws {
        try add { bytes in
            for row in rows {
                append(row, &bytes)
                bytes.append(UInt8(ascii: "\n"))
            }
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
                throw CommandError("Cannot write the output: \(String(cString: strerror(errno))).")
            }
        }
    }

    /// Prints a text at once, line by line.
    static func print(_ text: String) throws {
        var output = Output()
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            try output.print(String(line))
        }
        try output.flush()
    }
}
