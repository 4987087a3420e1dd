/// Bytes that are in memory.
final class MemorySource: ByteSource {
    let byteCount: Int
    private let bytes: [UInt8]
    private let pieceBytes: Int
    private var offset = 0

    init(_ bytes: [UInt8], pieceBytes: Int) {
        byteCount = bytes.count
        self.bytes = bytes
        self.pieceBytes = max(1, pieceBytes)
    }

    func next() throws(FormatError) -> [UInt8] {
        let end = min(bytes.count, offset + pieceBytes)
        defer { offset = end }
        return Array(bytes[offset..<end])
    }
}
