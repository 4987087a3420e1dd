internal import HearthModel
internal import HearthSocket
internal import HearthWire

/// What comes on one connection: read, cut into frames and decoded by the thread that has the role of receiving.
///
/// `@unchecked Sendable`: one at a time receives, and hands that on under the lock of the connection.
final class FrameInput: @unchecked Sendable {
    let socket: Descriptor
    private let decoder = FrameDecoder()
    private var splitter = FrameSplitter()
    private var buffer = [UInt8](repeating: 0, count: FrameInput.readBytes)
    /// Why nothing comes any more.
    private(set) var end: SocketError?

    /// A frame takes several reads when it is larger than a socket's buffer.
    private static let readBytes = 512 << 10

    init(_ socket: Descriptor) {
        self.socket = socket
    }

    /// Waits for bytes or the end, a millisecond only. False: neither is there yet.
    func waitBriefly() -> Bool { socket.isReadable(within: 1) }

    /// Whether there are bytes or the end.
    var hasMore: Bool { socket.isReadable(within: 0) }

    /// Waits for bytes and takes in the frames that end with them, with the size of their bodies, until `take` says
    /// that the connection is of no further use. Throws what is wrong with them.
    func receive(_ take: (Incoming<Reply>, Int) -> Bool) throws(HearthError) {
        let count: Int
        do throws(SocketError) {
            count = try socket.read(into: &buffer)
        } catch {
            end = error
            return
        }
        guard count > 0 else {
            end = .endedByServer
            return
        }
        do throws(HearthError) {
            let arrived = buffer
            try splitter.push(arrived.span.bytes.extracting(first: count)) { body throws(HearthError) in
                guard end == nil else { return }
                if !take(try decoder.serverFrame(body), body.byteCount) {
                    end = .endedByServer
                }
            }
        } catch {
            end = .endedByServer
            throw error
        }
    }
}

extension SocketError {
    fileprivate static let endedByServer = SocketError(.failed, "The Hearth server has ended the connection.")
}
