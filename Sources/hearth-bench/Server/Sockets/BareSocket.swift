import HearthSocket
import HearthSystem

/// Blocking reads and writes with nothing around them.
///
/// Unsafe pointers: `recv` and `send` take the address of a buffer and its length.
enum BareSocket {
    /// The size of a Ping with four bytes of payload.
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

    /// Sends all bytes. Returns false if the peer is gone.
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
