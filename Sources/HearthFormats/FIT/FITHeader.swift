/// The header of a FIT file: its own size, the version, the size of the messages, a mark, and in newer files a
/// checksum.
struct FITHeader {
    /// Before this the format is not known, and within it nothing else begins.
    static let fewestBytes = 12
    static let maxBytes = 14
    /// A later major version may have another layout.
    static let maxMajorVersion = 2

    /// 12, 14, or a length from a later version.
    let byteCount: Int
    /// The size of all messages. 0: the device never finished the file.
    let dataByteCount: Int

    /// Whether the bytes begin a FIT file.
    static func isMarked(_ bytes: [UInt8]) -> Bool {
        bytes.count >= fewestBytes && bytes[0] >= fewestBytes && bytes[8..<12].elementsEqual(".FIT".utf8)
    }

    /// `bytes` begin with the whole header, whose length is its first byte.
    init(_ bytes: Span<UInt8>, at offset: Int) throws(FormatError) {
        byteCount = Int(bytes[0])
        guard (8..<12).allSatisfy({ bytes[$0] == Array(".FIT".utf8)[$0 - 8] }) else {
            throw FormatError(.malformed, at: offset)
        }
        guard bytes[1] >> 4 <= Self.maxMajorVersion else {
            throw FormatError(.unsupportedVersion, at: offset + 1)
        }
        dataByteCount = Int(FITByteOrder.little.unsigned(bytes, 4, size: 4))
        guard byteCount >= Self.maxBytes else { return }
        var checksum = FITChecksum()
        checksum.update(bytes.extracting(0..<12))
        let expected = UInt16(FITByteOrder.little.unsigned(bytes, 12, size: 2))
        // 0: the writer computed no checksum.
        guard expected == 0 || expected == checksum.value else {
            throw FormatError(.checksumMismatch, at: offset + 12)
        }
    }
}
