internal import CHearthProtocol

/// A protobuf-c buffer that appends to an array.
///
/// Unsafe pointers: protobuf-c calls back with the address of the buffer's first member, and the following members are
/// ours.
struct MessageOutput {
    var base: ProtobufCBuffer
    let writer: Unmanaged<MessageWriter>
    let output: UnsafeMutablePointer<[UInt8]>

    /// Appends a message with a known packed size.
    static func pack(
        _ message: UnsafePointer<ProtobufCMessage>,
        _ length: Int,
        _ writer: MessageWriter,
        to output: inout [UInt8]
    ) {
        guard writer.hasTokens else {
            // In one go, and not piece by piece: most messages are short.
            output.append(addingCapacity: length) { span in
                span.withUnsafeMutableBufferPointer { $1 += protobuf_c_message_pack(message, $0.baseAddress) }
            }
            return
        }
        withUnsafeMutablePointer(to: &output) { output in
            var buffer = MessageOutput(
                base: ProtobufCBuffer(append: { buffer, length, data in
                    guard let buffer else { return }
                    let target = UnsafeMutableRawPointer(buffer).assumingMemoryBound(to: MessageOutput.self).pointee
                    target.writer.takeUnretainedValue().append(
                        UnsafeBufferPointer(start: data, count: length),
                        to: &target.output.pointee
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
