internal import CHearthProtocol
package import HearthModel

/// The contents of a frame: its call, and its request or reply, or the error for which that is refused. The error ends
/// the call, not the connection.
package struct Incoming<Content: Sendable>: Sendable {
    package let call: UInt64
    package let content: Result<Content, HearthError>
    /// The role of a request; nil for replies.
    package let role: RequestRole?

    init(call: UInt64, content: Result<Content, HearthError>, role: RequestRole? = nil) {
        self.call = call
        self.content = content
        self.role = role
    }
}

/// Decodes frames. Each thread has its own decoder, which reuses the memory into which protobuf-c unpacks.
///
/// Unsafe pointers: protobuf-c takes the address of the body, which does not move during the call.
package final class FrameDecoder {
    private let arena = Arena()
    private let units = UnitCache()
    private let devices = DeviceCache()
    private let keys = KeyCache()

    package init() {}

    /// Decodes the body of a client's frame. Throws if it is not a message of the protocol, which ends the connection.
    package func clientFrame(_ body: RawSpan) throws(HearthError) -> Incoming<Request> {
        let frame = try unpack(body, from: .client, hearth__v1__client_frame__unpack)
        guard frame.call > 0 else {
            throw HearthError(.malformedFrame, "The frame names no call.")
        }
        return Incoming(
            call: frame.call,
            content: .reading { () throws(HearthError) in try ClientFrame(frame, reader(isReply: false)).request },
            role: RequestRole(frame)
        )
    }

    /// Decodes a large frame of a client from the pieces that the splitter has delivered.
    package func clientFrame(_ frame: consuming PartialFrame) throws(HearthError) -> Incoming<Request> {
        let bytes = frame.joined()
        return try clientFrame(bytes.span.bytes.extracting(droppingFirst: FrameSplitter.prefixBytes))
    }

    /// Decodes the body of a server's frame. Throws if it is not a message of the protocol, which ends the connection.
    package func serverFrame(_ body: RawSpan) throws(HearthError) -> Incoming<Reply> {
        let frame = try unpack(body, from: .server, hearth__v1__server_frame__unpack)
        return Incoming(
            call: frame.call,
            content: .reading { () throws(HearthError) in try ServerFrame(frame, reader(isReply: true)).reply }
        )
    }

    private func reader(isReply: Bool) -> MessageReader {
        MessageReader(arena: arena, units: units, devices: devices, keys: keys, isReply: isReply)
    }

    /// protobuf-c's function that unpacks a frame.
    private typealias Unpack<CMessage> = (
        UnsafeMutablePointer<ProtobufCAllocator>?, Int, UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<CMessage>?

    /// The message in the body of a frame.
    private func unpack<CMessage>(
        _ body: RawSpan,
        from sender: FrameSender,
        _ unpack: Unpack<CMessage>
    ) throws(HearthError) -> CMessage {
        guard body.byteCount <= Limits.standard.frameBytes else {
            throw HearthError(
                .frameTooLarge,
                "The frame has \(body.byteCount) bytes, and the limit is \(Limits.standard.frameBytes)."
            )
        }
        let budget = Limits.unpackBytes(frameBytes: body.byteCount)
        var unpacked = allocating(budget, body, unpack)
        if arena.hasFreedContent, !arena.isExhausted, let merged = MergedBody(body, from: sender) {
            unpacked = allocating(budget, merged.bytes.span.bytes, unpack)
        }
        guard let unpacked else {
            throw HearthError(
                .malformedFrame,
                arena.isExhausted
                    ? "The frame would take more than \(budget) bytes of memory: send it as several."
                    : "The frame is not a message of this protocol."
            )
        }
        return unpacked.pointee
    }

    /// The message in a body. Nil if it is malformed, or takes more memory than the budget.
    private func allocating<CMessage>(
        _ budget: Int,
        _ body: RawSpan,
        _ unpack: Unpack<CMessage>
    ) -> UnsafeMutablePointer<CMessage>? {
        arena.reset(budget: budget)
        return arena.withAllocator { allocator in
            body.withUnsafeBytes { bytes in
                unpack(allocator, bytes.count, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
            }
        }
    }
}

extension Result where Failure == HearthError {
    /// The result of `read`.
    fileprivate static func reading(_ read: () throws(HearthError) -> Success) -> Result {
        do throws(HearthError) {
            return .success(try read())
        } catch {
            return .failure(error)
        }
    }
}
