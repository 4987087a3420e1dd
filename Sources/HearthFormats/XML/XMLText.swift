import Foundation

/// A name or a value in a document, while its element is handled.
///
/// Unsafe pointers: the bytes are the parser's. No text outlives the callback that gets it.
struct XMLText {
    let start: UnsafePointer<UInt8>
    let count: Int

    init(start: UnsafePointer<UInt8>, count: Int) {
        self.start = start
        self.count = count
    }

    /// The text that a byte of zero ends.
    init(_ text: UnsafePointer<CChar>) {
        count = strlen(text)
        start = UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self)
    }

    var buffer: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

    var string: String { String(decoding: buffer, as: UTF8.self) }

    /// Calls `body` with the bytes.
    @inline(__always)
    func withBytes<Result, Failure: Error>(_ body: (Span<UInt8>) throws(Failure) -> Result) throws(Failure) -> Result {
        try body(buffer.span)
    }

    @inline(__always)
    static func == (text: XMLText, other: XMLText) -> Bool {
        text.count == other.count && memcmp(text.start, other.start, text.count) == 0
    }

    static func == (text: XMLText, other: StaticString) -> Bool {
        text == XMLText(start: other.utf8Start, count: other.utf8CodeUnitCount)
    }

    /// Eight bytes, the first as the lowest.
    @inline(__always)
    func word(at offset: Int) -> UInt64 {
        UInt64(littleEndian: UnsafeRawPointer(start).loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// A hash to look texts up by, which differs between runs of other versions.
    @inline(__always)
    func hash(_ seed: UInt64) -> UInt64 {
        var hash = seed ^ UInt64(truncatingIfNeeded: count)
        var offset = 0
        while offset + 8 <= count {
            hash = Self.mixed(hash, word(at: offset))
            offset += 8
        }
        var rest: UInt64 = 0
        while offset < count {
            rest = rest << 8 | UInt64(start[offset])
            offset += 1
        }
        return Self.mixed(hash, rest)
    }

    @inline(__always)
    private static func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let product = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return product.high ^ product.low
    }
}

/// An attribute of an element, while its start is handled.
struct XMLAttribute {
    let name: XMLText
    let value: XMLText
}
