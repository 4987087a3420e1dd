internal import HearthModel
internal import HearthSocket
internal import HearthWire

/// The input of one connection: read, split into frames, and decoded by the thread that has the receiving role.
///
/// `@unchecked Sendable`: one thread at a time receives, and the role changes hands under the connection's lock.
final class FrameInput: @unchecked Sendable {
    let socket: Descriptor
    private let decoder = FrameDecoder()
    private var splitter = FrameSplitter()
    private var buffer = [UInt8](repeating: 0, count: FrameInput.readBytes)
    /// Why the input has ended; nil: it has not.
    private(set) var end: SocketError?

    /// Large enough that most frames take one read; one larger than the socket's buffer takes several.
    private static let readBytes = 512 << 10

    init(_ socket: Descriptor) {
        self.socket = socket
    }

    /// Waits for bytes or the end, for a millisecond at most. Returns false if neither arrives.
    func waitBriefly() -> Bool { socket.isReadable(within: 1) }

    /// Waits for bytes or the end. Returns false if neither arrives in time. A long wait may end early.
    func wait(nanoseconds: Int64) -> Bool {
        socket.isReadable(within: Int32(min(nanoseconds / 1_000_000 + 1, 60_000)))
    }

    /// Whether bytes or the end can be read without waiting.
    var hasMore: Bool { socket.isReadable(within: 0) }

    /// Waits for bytes, and passes each frame that they complete, with the size of its body, to `take`, until `take`
    /// returns false because the connection is of no further use. Throws if a frame cannot be decoded.
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
