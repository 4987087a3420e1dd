import HearthSocket
import HearthSystem

/// Where the lines of a log go. A line that cannot be written at once is lost, and counted: a server must not wait for what
/// reads its log, such as a pager, a stopped terminal or a pipe of a process that has ended.
///
/// Unsafe pointers: `write` and `send` take the address of the line, `fstat` and `poll` fill in structures.
final class LogOutput: Sendable {
    private enum Kind {
        /// Never makes its writer wait.
        case file
        case socket
        /// A pipe or a terminal. `isOwn`: the open file is the log's own and returns instead of waiting. Otherwise it is shared
        /// with other processes, and its flags are theirs, too.
        case stream(isOwn: Bool)
    }

    private let descriptor: Int32
    private let kind: Kind
    private let lost = Guarded(0)

    /// A pipe takes a line of up to this length whole or not at all. Every system allows at least 512 bytes.
    private static let lineBytesMax = 4_096

    /// Writes to the file that a descriptor has open, which stays open.
    init(_ shared: Int32) {
        var status = stat()
        let isKnown = fstat(shared, &status) == 0
        switch status.st_mode & S_IFMT {
        case S_IFSOCK where isKnown: (descriptor, kind) = (shared, .socket)
        case S_IFIFO where isKnown, S_IFCHR where isKnown:
            let own = LogOutput.reopened(shared)
            (descriptor, kind) = (own ?? shared, .stream(isOwn: own != nil))
        default: (descriptor, kind) = (shared, .file)
        }
    }

    deinit {
        if case .stream(isOwn: true) = kind {
            closeDescriptor(descriptor)
        }
    }

    /// Another open file of the same pipe or terminal. Nil if the system does not give one.
    private static func reopened(_ descriptor: Int32) -> Int32? {
        #if os(Linux)
            let own = open("/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
            return own >= 0 ? own : nil
        #else
            return nil
        #endif
    }

    /// Writes lines, as many at once as the output takes as a whole. `notice`: the line that is written before them when others
    /// were lost.
    func write(_ lines: [String], notice: (Int) -> String) {
        lost.withLock { lost in
            var rest = lines.map(LogOutput.cut)[...]
            while !rest.isEmpty {
                if lost > 0 {
                    guard put(LogOutput.cut(notice(lost))) else {
                        lost += rest.count
                        return
                    }
                    lost = 0
                }
                let (batch, count) = next(of: rest)
                if !put(batch) {
                    lost += count
                }
                rest = rest.dropFirst(count)
            }
        }
    }

    /// The next lines that are written together, and their number.
    private func next(of lines: ArraySlice<String>) -> (batch: String, count: Int) {
        var batch = ""
        var count = 0
        for line in lines {
            guard count == 0 || isFile || batch.utf8.count + line.utf8.count <= LogOutput.lineBytesMax else { break }
            batch += line
            count += 1
        }
        return (batch, count)
    }

    private var isFile: Bool {
        if case .file = kind { true } else { false }
    }

    /// A line as far as the output takes it. What is cut off is the end of the line, too.
    static func cut(_ line: String) -> String {
        guard line.utf8.count > lineBytesMax else { return line }
        var bytes = line.utf8.prefix(lineBytesMax - 1)
        // Not in the middle of a character.
        while let last = bytes.last, last >= 0x80, String(bytes) == nil {
            bytes.removeLast()
        }
        return String(decoding: bytes, as: UTF8.self) + "\n"
    }

    private func put(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.withUnsafeBytes { bytes in
            switch kind {
            case .file: return LogOutput.write(descriptor, bytes)
            case .socket: return UnixSocket.send(descriptor, bytes, waiting: false) >= 0
            case .stream(let isOwn):
                guard isOwn || LogOutput.isWritable(descriptor) else { return false }
                return LogOutput.write(descriptor, bytes)
            }
        }
    }

    private static func isWritable(_ descriptor: Int32) -> Bool {
        var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&polled, 1, 0) == 1
    }

    private static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Bool {
        #if canImport(Glibc)
            return Glibc.write(descriptor, bytes.baseAddress, bytes.count) >= 0
        #elseif canImport(Musl)
            return Musl.write(descriptor, bytes.baseAddress, bytes.count) >= 0
        #else
            return Darwin.write(descriptor, bytes.baseAddress, bytes.count) >= 0
        #endif
    }
}
