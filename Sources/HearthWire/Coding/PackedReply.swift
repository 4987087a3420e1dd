/// A reply as bytes, which the frames of several calls share: they differ in the call's number only.
package struct PackedReply: Sendable {
    package let bytes: ArraySlice<UInt8>

    /// Appends a frame with this reply for a call to `output`. Returns the length of the frame's body.
    package func append(for call: UInt64, to output: inout [UInt8]) -> Int {
        var field: [UInt8] = [PackedReply.callTag]
        var rest = call
        while rest > 0x7f {
            field.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        field.append(UInt8(rest))
        let length = field.count + bytes.count
        withUnsafeBytes(of: UInt32(length).littleEndian) { output.append(contentsOf: $0) }
        output += field
        output += bytes
        return length
    }

    /// Field 1 of a `ServerFrame`, a varint.
    private static let callTag: UInt8 = 1 << 3
}
