internal import HearthModel
internal import HearthWire

/// The bytes that the socket has not accepted yet.
///
/// `@unchecked Sendable`: it is used only under the connection's lock.
///
/// Unsafe pointers: the socket takes the address of the bytes.
final class FrameOutput: @unchecked Sendable {
    private let encoder = FrameEncoder()
    private var bytes: [UInt8] = []
    private var sent = 0

    /// Small frames are sent together up to this size.
    private static let gatheredBytes = 64 << 10
    /// A buffer that has grown beyond the size of usual frames is released.
    private static let keptBytes = 2 << 20

    var isEmpty: Bool { sent == bytes.count }
    var hasRoom: Bool { bytes.count < FrameOutput.gatheredBytes }

    func append(_ frame: ClientFrame) throws(HearthError) {
        try encoder.append(frame, to: &bytes)
    }

    /// Sends what the socket accepts. Returns false if the peer is gone.
    func flush(to socket: Descriptor) -> Bool {
        while !isEmpty {
            let count = bytes.withUnsafeBytes { socket.sendSome(UnsafeRawBufferPointer(rebasing: $0[sent...])) }
            guard let count else { return false }
            guard count > 0 else { return true }
            sent += count
        }
        removeAll()
        return true
    }

    func removeAll() {
        bytes.removeAll(keepingCapacity: bytes.capacity <= FrameOutput.keptBytes)
        sent = 0
    }
}
