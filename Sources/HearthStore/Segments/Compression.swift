internal import CLZ4
internal import HearthModel

/// The only calls of LZ4.
///
/// Unsafe pointers: LZ4 takes addresses. Both buffers outlive the call, which gets their lengths.
enum Compression {
    /// The bytes compressed; nil when that would save less than a sixteenth, which is not worth the time of reading.
    static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count >= 32, bytes.count <= Int(LZ4_MAX_INPUT_SIZE) else { return nil }
        let most = bytes.count - bytes.count / 16
        let output = [UInt8](unsafeUninitializedCapacity: most) { output, count in
            count = bytes.withUnsafeBytes { input in
                output.withMemoryRebound(to: CChar.self) { output in
                    Int(
                        LZ4_compress_default(
                            input.baseAddress?.assumingMemoryBound(to: CChar.self),
                            output.baseAddress,
                            Int32(bytes.count),
                            Int32(most)
                        )
                    )
                }
            }
        }
        return output.isEmpty ? nil : output
    }

    /// Decompresses into all of `output`.
    static func decompress(
        _ input: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) throws(HearthError) {
        guard input.count <= Int(LZ4_MAX_INPUT_SIZE), output.count <= Int(LZ4_MAX_INPUT_SIZE) else {
            throw .damagedBlock
        }
        let count = LZ4_decompress_safe(
            input.baseAddress?.assumingMemoryBound(to: CChar.self),
            output.baseAddress?.assumingMemoryBound(to: CChar.self),
            Int32(input.count),
            Int32(output.count)
        )
        guard count == output.count else { throw .damagedBlock }
    }
}
