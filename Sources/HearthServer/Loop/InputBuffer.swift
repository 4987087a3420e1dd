import HearthSocket

/// The buffer that all connections read into, one at a time. Allocating this much for each read would cost more than
/// handling a small frame.
///
/// Unsafe pointers: `recv` takes the address of a buffer and its length; what has come is lent for the time of a call.
final class InputBuffer {
    private var bytes: [UInt8]

    init(bytes count: Int) {
        bytes = [UInt8](repeating: 0, count: count)
    }

    /// Reads once, and calls `body` with what has come. Returns what the system's `recv` does.
    func read(from descriptor: Int32, _ body: (RawSpan) -> Void) -> Int {
        bytes.withUnsafeMutableBytes { buffer in
            let count = UnixSocket.receive(descriptor, buffer)
            if count > 0 {
                body(RawSpan(_unsafeBytes: UnsafeRawBufferPointer(rebasing: buffer[..<count])))
            }
            return count
        }
    }
}
