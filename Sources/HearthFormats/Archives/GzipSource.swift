import CZlib

/// The content of a gzip file, decompressed as it is read, with its checksums verified.
///
/// Unsafe pointers: zlib keeps the address of its state, and reads and writes buffers.
final class GzipSource: ByteSource {
    private static let pieceBytes = 256 << 10
    /// As for an archive: see `ZipEntrySource`.
    private static let highestRatio = 250
    private static let uncheckedBytes = 16 << 20

    private let file: any ByteSource
    private let stream: UnsafeMutablePointer<z_stream>
    private var input: [UInt8]
    private var position = 0
    private var readBytes: Int
    private var writtenBytes = 0
    private var isAtEnd = false

    /// The compressed size.
    var byteCount: Int { file.byteCount }

    /// Whether bytes begin a gzip file.
    static func isMarked(_ head: [UInt8]) -> Bool { head.starts(with: [0x1f, 0x8b]) }

    /// `head`: the first bytes of the file, which were read already.
    init(_ file: any ByteSource, head: [UInt8]) {
        self.file = file
        input = head
        readBytes = head.count
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // A window of any size, in a file of gzip only.
        inflateInit2_(stream, 16 + MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    func next() throws(FormatError) -> [UInt8] {
        while !isAtEnd {
            if position == input.count {
                input = try file.next()
                position = 0
                readBytes += input.count
                guard !input.isEmpty else { throw FormatError(.truncated, at: readBytes) }
            }
            let (bytes, code) = inflatePiece()
            writtenBytes += bytes.count
            guard code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR else {
                throw FormatError(.malformed, at: readBytes - input.count + position)
            }
            guard writtenBytes <= max(Self.uncheckedBytes, readBytes * Self.highestRatio) else {
                throw FormatError(.expandsTooMuch, at: writtenBytes)
            }
            if code == Z_STREAM_END {
                try endMember()
            }
            if !bytes.isEmpty { return bytes }
        }
        return []
    }

    private func inflatePiece() -> ([UInt8], Int32) {
        var code = Z_OK
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.pieceBytes) { output, initialized in
            input.withUnsafeMutableBufferPointer { input in
                stream.pointee.next_in = input.baseAddress.map { $0 + position }
                stream.pointee.avail_in = UInt32(input.count - position)
                stream.pointee.next_out = output.baseAddress
                stream.pointee.avail_out = UInt32(output.count)
                code = inflate(stream, Z_NO_FLUSH)
                position = input.count - Int(stream.pointee.avail_in)
            }
            initialized = output.count - Int(stream.pointee.avail_out)
        }
        return (bytes, code)
    }

    /// A file may have several members one after the other. Bytes after the last member are padding.
    private func endMember() throws(FormatError) {
        if position == input.count {
            input = try file.next()
            position = 0
            readBytes += input.count
        }
        if position < input.count, input[position] == 0x1f {
            inflateReset(stream)
        } else {
            isAtEnd = true
        }
    }
}
