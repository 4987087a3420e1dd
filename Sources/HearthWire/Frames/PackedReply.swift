package import HearthModel

/// The bytes of a reply that the frames of several calls share. The frames differ only in the call number.
///
/// Unsafe pointers: the prefix of the reply is one number, whose bytes are appended as they are in memory.
package struct PackedReply: Sendable {
    package let bytes: ArraySlice<UInt8>
    /// The samples in it, as they are counted for the app that it is sent to.
    package var samples = SampleCounts()

    /// Appends a frame with this reply for a call to `output`. Returns the length of the frame's body.
    package func append(for call: UInt64, to output: inout [UInt8]) -> Int {
        let fieldBytes = 1 + PackedReply.varintBytes(call)
        let length = fieldBytes + bytes.count
        // The prefix of the reply has at most 15 bytes, which are appended at once.
        let front = UInt128(UInt32(length)) | PackedReply.field(of: call) << (8 * FrameSplitter.prefixBytes)
        withUnsafeBytes(of: front.littleEndian) { front in
            output.append(
                contentsOf: UnsafeRawBufferPointer(rebasing: front[..<(FrameSplitter.prefixBytes + fieldBytes)])
            )
        }
        output.append(contentsOf: bytes)
        return length
    }

    /// Field 1 of a `ServerFrame`, a varint: its tag, then seven bits of the number a byte. In little-endian order.
    private static func field(of call: UInt64) -> UInt128 {
        var field = UInt128(callTag)
        var rest = call
        var shift = 8
        while rest > 0x7f {
            field |= UInt128(rest & 0x7f | 0x80) << shift
            rest >>= 7
            shift += 8
        }
        return field | UInt128(rest) << shift
    }

    /// Seven bits a byte, and one byte at least.
    private static func varintBytes(_ number: UInt64) -> Int {
        (UInt64.bitWidth - (number | 1).leadingZeroBitCount + 6) / 7
    }

    /// Field number 1, wire type 0.
    private static let callTag: UInt8 = 1 << 3
}
