internal import HearthModel

/// Puts numbers and bytes one after the other.
///
/// Unsafe pointers: values are appended from where they lie.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    /// Room for what describes a segment, so that its bytes need not be moved as they become more.
    private static let usualBytes = 224

    init() {
        bytes.reserveCapacity(ByteWriter.usualBytes)
    }

    mutating func byte(_ value: UInt8) {
        bytes.append(value)
    }

    /// A number in as few bytes as it needs, seven bits each.
    mutating func number(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    mutating func number(_ value: Int) {
        number(UInt64(value))
    }

    /// A number that may be negative: those near 0 are short.
    mutating func signed(_ value: Int64) {
        number(UInt64(bitPattern: value << 1 ^ value >> 63))
    }

    mutating func append(_ added: some Sequence<UInt8>) {
        bytes.append(contentsOf: added)
    }

    /// Bytes with their number before them.
    mutating func sized(_ added: [UInt8]) {
        number(added.count)
        bytes.append(contentsOf: added)
    }

    /// The bytes of a text with their number before them.
    mutating func sized(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            number(utf8.count)
            bytes.append(contentsOf: utf8)
        }
    }

    mutating func raw<Element: BitwiseCopyable>(_ elements: [Element]) {
        elements.withUnsafeBytes { bytes.append(contentsOf: $0) }
    }

    mutating func raw(_ value: some BitwiseCopyable) {
        withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) }
    }
}

/// Takes numbers and bytes one after the other, and never more than there is.
///
/// Unsafe pointers: what is read lies in a buffer of the caller's, which outlives the reader.
struct ByteReader {
    private let bytes: UnsafeRawBufferPointer
    private(set) var offset = 0

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { offset == bytes.count }

    mutating func byte() throws(HearthError) -> UInt8 {
        guard offset < bytes.count else { throw .damagedBlock }
        defer { offset += 1 }
        return bytes[offset]
    }

    mutating func number() throws(HearthError) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) {
            let next = try byte()
            guard shift < 63 || next <= 1 else { throw .damagedBlock }
            value |= UInt64(next & 0x7F) << shift
            if next < 0x80 {
                return value
            }
        }
        throw .damagedBlock
    }

    mutating func signed() throws(HearthError) -> Int64 {
        let value = try number()
        return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }

    /// A number of eight bytes.
    mutating func fixed() throws(HearthError) -> UInt64 {
        try take(8).loadUnaligned(as: UInt64.self)
    }

    /// A number that cannot be larger than `limit`.
    mutating func count(atMost limit: Int) throws(HearthError) -> Int {
        let value = try number()
        guard value <= UInt64(limit) else { throw .damagedBlock }
        return Int(value)
    }

    mutating func take(_ count: Int) throws(HearthError) -> UnsafeRawBufferPointer {
        guard count >= 0, count <= bytes.count - offset else { throw .damagedBlock }
        defer { offset += count }
        return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
    }

    /// All that is left.
    mutating func rest() throws(HearthError) -> UnsafeRawBufferPointer {
        try take(bytes.count - offset)
    }

    /// Bytes with their number before them.
    mutating func sized() throws(HearthError) -> UnsafeRawBufferPointer {
        try take(try count(atMost: bytes.count - offset))
    }
}

extension HearthError {
    /// What was stored does not have the form that this version writes, although its checksum is right.
    static var damagedBlock: HearthError {
        HearthError(
            .storageCorrupt,
            "A block of the store is damaged. Restore the store from a backup; `hearth check` says how much is affected."
        )
    }
}
