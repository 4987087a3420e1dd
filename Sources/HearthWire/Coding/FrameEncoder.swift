internal import CHearthProtocol
package import HearthModel

/// Makes frames. Each thread that sends has its own: the memory in which messages are laid out is kept and used again.
package final class FrameEncoder {
    private let arena = Arena()
    private let writer: MessageWriter

    package init() {
        writer = MessageWriter(arena)
    }

    /// Appends a frame to `output`. Throws when it is longer than the limit, and leaves `output` as it was.
    package func append(_ frame: ClientFrame, to output: inout [UInt8]) throws(HearthError) {
        try pack(frame, to: &output)
    }

    /// Appends a frame to `output`. Throws when it is longer than the limit, and leaves `output` as it was.
    package func append(_ frame: ServerFrame, to output: inout [UInt8]) throws(HearthError) {
        try pack(frame, to: &output)
    }

    private func pack<Frame: WireMessage>(_ frame: Frame, to output: inout [UInt8]) throws(HearthError) {
        arena.reset(budget: Arena.budgetMax)
        defer { writer.reset() }
        let message = UnsafeRawPointer(writer.layOut(frame)).assumingMemoryBound(to: ProtobufCMessage.self)
        let length = protobuf_c_message_get_packed_size(message)
        guard length <= Limits.standard.frameBytes else {
            throw HearthError(
                .frameTooLarge,
                "the frame would have \(length) bytes, the limit is \(Limits.standard.frameBytes)"
            )
        }
        output.reserveCapacity(output.count + FrameSplitter.prefixBytes + length)
        withUnsafeBytes(of: UInt32(length).littleEndian) { output.append(contentsOf: $0) }
        FrameOutput.pack(message, writer, to: &output)
    }
}

/// A buffer of protobuf-c's that appends to an array.
///
/// Unsafe pointers: protobuf-c calls back with the address of the buffer's first member, and what follows it is ours.
private struct FrameOutput {
    var base: ProtobufCBuffer
    let writer: Unmanaged<MessageWriter>
    let output: UnsafeMutablePointer<[UInt8]>

    static func pack(_ message: UnsafePointer<ProtobufCMessage>, _ writer: MessageWriter, to output: inout [UInt8]) {
        withUnsafeMutablePointer(to: &output) { output in
            var buffer = FrameOutput(
                base: ProtobufCBuffer(append: { buffer, length, data in
                    guard let buffer else { return }
                    let frame = UnsafeMutableRawPointer(buffer).assumingMemoryBound(to: FrameOutput.self).pointee
                    frame.writer.takeUnretainedValue().append(
                        UnsafeBufferPointer(start: data, count: length),
                        to: &frame.output.pointee
                    )
                }),
                writer: .passUnretained(writer),
                output: output
            )
            withUnsafeMutablePointer(to: &buffer) { buffer in
                buffer.withMemoryRebound(to: ProtobufCBuffer.self, capacity: 1) { base in
                    _ = protobuf_c_message_pack_to_buffer(message, base)
                }
            }
        }
    }
}
