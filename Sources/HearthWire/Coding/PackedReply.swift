/// A reply as bytes, which the frames of several calls share: they differ in the call's number only.
package struct PackedReply: Sendable {
    package let bytes: ArraySlice<UInt8>

    /// Appends a frame with this reply for a call to `output`. Returns the length of the frame's body.
    package func append(for call: UInt64, to output: inout [UInt8]) -> Int {
        let length = 1 + PackedReply.varintBytes(call) + bytes.count
        withUnsafeBytes(of: UInt32(length).littleEndian) { output.append(contentsOf: $0) }
        output.append(PackedReply.callTag)
        var rest = call
        while rest > 0x7f {
            output.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        output.append(UInt8(rest))
        output.append(contentsOf: bytes)
        return length
    }

    /// Seven bits a byte, and one byte at least.
    private static func varintBytes(_ number: UInt64) -> Int {
        (UInt64.bitWidth - (number | 1).leadingZeroBitCount + 6) / 7
    }

    /// Field 1 of a `ServerFrame`, a varint.
    private static let callTag: UInt8 = 1 << 3
}
