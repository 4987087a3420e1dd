import CZlib
package import Foundation

/// Compresses by gzip.
///
/// Unsafe pointers: zlib keeps the address of its state, and reads and writes buffers.
package enum GzipWriter {
    /// A gzip file with one member.
    package static func compressed(_ content: Data) throws -> Data {
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        var input = [UInt8](content)
        return try withUnsafeMutablePointer(to: &stream) { stream in
            guard
                deflateInit2_(stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK
            else { throw Unexpected("zlib does not begin") }
            defer { deflateEnd(stream) }
            var output = [UInt8](repeating: 0, count: Int(deflateBound(stream, UInt(input.count))))
            let code = input.withUnsafeMutableBufferPointer { input in
                output.withUnsafeMutableBufferPointer { output in
                    stream.pointee.next_in = input.baseAddress
                    stream.pointee.avail_in = UInt32(input.count)
                    stream.pointee.next_out = output.baseAddress
                    stream.pointee.avail_out = UInt32(output.count)
                    return deflate(stream, Z_FINISH)
                }
            }
            guard code == Z_STREAM_END else { throw Unexpected("zlib does not end") }
            return Data(output.prefix(Int(stream.pointee.total_out)))
        }
    }
}
