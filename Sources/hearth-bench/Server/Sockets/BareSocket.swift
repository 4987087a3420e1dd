import HearthSocket
import HearthThreads

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Blocking reads and writes with nothing around them.
///
/// Unsafe pointers: `recv` and `send` take the address of a buffer and its length.
enum BareSocket {
    /// As long as a Ping with four bytes of payload.
    static let message = [UInt8](repeating: 0x5A, count: 14)

    /// Fills the first `count` bytes of the buffer; false at the end of the stream.
    static func read(_ descriptor: Int32, _ buffer: inout [UInt8], _ count: Int) -> Bool {
        var done = 0
        while done < count {
            let got = buffer.withUnsafeMutableBytes { bytes in
                UnixSocket.receive(descriptor, UnsafeMutableRawBufferPointer(rebasing: bytes[done..<count]))
            }
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { return false }
            done += got
        }
        return true
    }

    /// Sends all of the bytes; false when nobody takes them.
    static func write(_ descriptor: Int32, _ bytes: [UInt8], _ count: Int? = nil) -> Bool {
        let count = count ?? bytes.count
        var done = 0
        while done < count {
            let sent = bytes.withUnsafeBytes {
                UnixSocket.send(descriptor, UnsafeRawBufferPointer(rebasing: $0[done..<count]))
            }
            if sent < 0, errno == EINTR { continue }
            guard sent > 0 else { return false }
            done += sent
        }
        return true
    }

    /// Sends bytes, or a part of them, as `send` does.
    static func send(_ descriptor: Int32, _ bytes: [UInt8], from first: Int) -> Int {
        bytes.withUnsafeBytes { UnixSocket.send(descriptor, UnsafeRawBufferPointer(rebasing: $0[first...])) }
    }
}

/// A thread at the other end of a socket that does the least that a server could do. It costs less to wake than another
/// process, so that what is compared with it has the harder part.
final class BarePeer {
    let descriptor: Int32
    private let other: Int32
    private let thread: BackgroundThread

    /// `serve` has the other end, and returns when the stream ends.
    init(_ serve: @escaping @Sendable (Int32) throws -> Void) throws {
        let (descriptor, other) = try UnixSocket.pair()
        self.descriptor = descriptor
        self.other = other
        thread = BackgroundThread { try serve(other) }
    }

    /// Answers each message with the same.
    static func echo() throws -> BarePeer {
        try BarePeer { descriptor in
            var buffer = BareSocket.message
            while BareSocket.read(descriptor, &buffer, buffer.count), BareSocket.write(descriptor, buffer) {}
        }
    }

    /// Appends each `size` bytes to a file and answers when they are on the disk.
    static func sink(_ size: Int, _ file: AppendedFile) throws -> BarePeer {
        try BarePeer { descriptor in
            var buffer = [UInt8](repeating: 0, count: size)
            while BareSocket.read(descriptor, &buffer, size) {
                try file.append(buffer)
                guard BareSocket.write(descriptor, BareSocket.message) else { return }
            }
        }
    }

    /// Answers each message with so many bytes.
    static func source(_ size: Int) throws -> BarePeer {
        try BarePeer { descriptor in
            let piece = [UInt8](repeating: 0x5A, count: 256 << 10)
            var message = BareSocket.message
            while BareSocket.read(descriptor, &message, message.count) {
                var left = size
                while left > 0 {
                    guard BareSocket.write(descriptor, piece, min(left, piece.count)) else { return }
                    left -= min(left, piece.count)
                }
            }
        }
    }

    /// A message there and back.
    func pingPong() throws {
        var buffer = BareSocket.message
        guard BareSocket.write(descriptor, buffer), BareSocket.read(descriptor, &buffer, buffer.count) else {
            throw BenchmarkError("the bare socket has ended")
        }
    }

    func end() throws {
        shutdown(descriptor, Int32(SHUT_RDWR))
        try thread.join()
        close(descriptor)
        close(other)
    }
}

/// A file to which bytes are appended that are on the disk when the call returns.
struct AppendedFile: Sendable {
    private let descriptor: Int32

    init(_ path: String) throws {
        descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        guard descriptor >= 0 else { throw BenchmarkError("\(path) cannot be made") }
    }

    func append(_ bytes: [UInt8]) throws {
        #if canImport(Darwin)
            let code = write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
        #else
            let code = write(descriptor, bytes, bytes.count) == bytes.count && fdatasync(descriptor) == 0
        #endif
        guard code else {
            throw BenchmarkError("a file cannot be written; is there room in the folder of --directory?")
        }
    }
}
