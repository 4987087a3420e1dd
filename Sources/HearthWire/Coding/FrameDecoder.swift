internal import CHearthProtocol
package import HearthModel

/// What a frame holds: for which call, and what, or why that is refused. An error here ends the call and not the
/// connection.
package struct Incoming<Content: Sendable>: Sendable {
    package let call: UInt64
    package let content: Result<Content, HearthError>
    /// Of a request: its role. Nil for replies.
    package let role: RequestRole?

    init(call: UInt64, content: Result<Content, HearthError>, role: RequestRole? = nil) {
        self.call = call
        self.content = content
        self.role = role
    }
}

/// Reads frames. Each thread that does has its own: the memory into which protobuf-c unpacks is kept and used again.
///
/// Unsafe pointers: protobuf-c takes the body by its address, and the body does not move while it reads.
package final class FrameDecoder {
    private let arena = Arena()
    private let units = UnitCache()
    private let devices = DeviceCache()

    package init() {}

    /// Reads the body of a frame from a client. Throws when it is no message of the protocol, which ends the connection.
    package func clientFrame(_ body: RawSpan) throws(HearthError) -> Incoming<Request> {
        let frame = try unpack(body, hearth__v1__client_frame__unpack)
        guard frame.call > 0 else {
            throw HearthError(.malformedFrame, "the frame names no call")
        }
        return Incoming(
            call: frame.call,
            content: .reading { () throws(HearthError) in try ClientFrame(frame, reader(isReply: false)).request },
            role: RequestRole(frame)
        )
    }

    /// Reads a large frame from a client, of which the splitter has handed out the pieces.
    package func clientFrame(_ frame: consuming PartialFrame) throws(HearthError) -> Incoming<Request> {
        let bytes = frame.joined()
        return try clientFrame(bytes.span.bytes.extracting(droppingFirst: FrameSplitter.prefixBytes))
    }

    /// Reads the body of a frame from a server. Throws when it is no message of the protocol, which ends the connection.
    package func serverFrame(_ body: RawSpan) throws(HearthError) -> Incoming<Reply> {
        let frame = try unpack(body, hearth__v1__server_frame__unpack)
        return Incoming(
            call: frame.call,
            content: .reading { () throws(HearthError) in try ServerFrame(frame, reader(isReply: true)).reply }
        )
    }

    private func reader(isReply: Bool) -> MessageReader {
        MessageReader(arena: arena, units: units, devices: devices, isReply: isReply)
    }

    /// The message that is the body of a frame.
    private func unpack<CMessage>(
        _ body: RawSpan,
        _ unpack: (UnsafeMutablePointer<ProtobufCAllocator>?, Int, UnsafePointer<UInt8>?) -> UnsafeMutablePointer<
            CMessage
        >?
    ) throws(HearthError) -> CMessage {
        guard body.byteCount <= Limits.standard.frameBytes else {
            throw HearthError(.frameTooLarge, "the frame has \(body.byteCount) bytes")
        }
        let budget = Limits.unpackBytes(frameBytes: body.byteCount)
        arena.reset(budget: budget)
        let unpacked = arena.withAllocator { allocator in
            body.withUnsafeBytes { bytes in
                unpack(allocator, bytes.count, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
            }
        }
        guard let unpacked else {
            throw HearthError(
                .malformedFrame,
                arena.isExhausted
                    ? "the frame would take more than \(budget) bytes of memory; send it as several"
                    : "the frame is not a message of this protocol"
            )
        }
        return unpacked.pointee
    }
}

extension Result where Failure == HearthError {
    /// What `read` returns or throws.
    fileprivate static func reading(_ read: () throws(HearthError) -> Success) -> Result {
        do throws(HearthError) {
            return .success(try read())
        } catch {
            return .failure(error)
        }
    }
}
