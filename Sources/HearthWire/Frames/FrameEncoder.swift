internal import CHearthProtocol
package import HearthModel

/// Encodes frames. Each thread has its own encoder, which reuses the memory in which messages are laid out.
///
/// Unsafe pointers: protobuf-c takes the address of a message.
package final class FrameEncoder {
    private let arena = Arena()
    private let writer: MessageWriter

    package init() {
        writer = MessageWriter(arena)
    }

    /// Appends a frame to `output`. Throws when it is longer than the limit or a text holds NUL, and leaves
    /// `output` as it was.
    package func append(_ frame: ClientFrame, to output: inout [UInt8]) throws(HearthError) {
        try pack(frame, to: &output, refusingWith: .frameTooLarge)
    }

    /// Appends a frame to `output`. Throws when it is longer than the limit or a text holds NUL, and leaves
    /// `output` as it was.
    package func append(_ frame: ServerFrame, to output: inout [UInt8]) throws(HearthError) {
        try pack(frame, to: &output, refusingWith: .limitExceeded)
    }

    /// A reply to several calls, packed once. Throws `limitExceeded` when no frame can carry it: that ends a call, and
    /// not the connection.
    package func pack(_ reply: Reply) throws(HearthError) -> PackedReply {
        // Without the call number, the only other field, the body of a frame is its reply.
        var frame: [UInt8] = []
        try pack(ServerFrame(call: 0, reply), to: &frame, refusingWith: .limitExceeded)
        return PackedReply(bytes: frame[FrameSplitter.prefixBytes...])
    }

    private func pack<Frame: WireMessage>(
        _ frame: Frame,
        to output: inout [UInt8],
        refusingWith code: ErrorCode
    ) throws(HearthError) {
        arena.reset(budget: Arena.budgetMax)
        defer { writer.reset() }
        let message = UnsafeRawPointer(writer.layOut(frame)).assumingMemoryBound(to: ProtobufCMessage.self)
        guard !writer.hasCutText else {
            throw HearthError(.malformedText, "A text holds NUL, which no text in a frame can.")
        }
        let length = protobuf_c_message_get_packed_size(message)
        guard length <= Limits.standard.frameBytes else {
            throw HearthError(
                code,
                "The frame would have \(length) bytes, and the limit is \(Limits.standard.frameBytes)."
            )
        }
        output.reserveCapacity(output.count + FrameSplitter.prefixBytes + length)
        withUnsafeBytes(of: UInt32(length).littleEndian) { output.append(contentsOf: $0) }
        MessageOutput.pack(message, length, writer, to: &output)
    }
}
