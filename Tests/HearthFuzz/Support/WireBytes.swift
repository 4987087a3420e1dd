/// Writes protobuf by hand, so that a message can hold what the encoder never writes.
struct WireBytes {
    private(set) var encoded: [UInt8]

    init(_ encoded: [UInt8] = []) {
        self.encoded = encoded
    }

    mutating func number(_ field: Int, _ number: UInt64) {
        varint(UInt64(field) << 3)
        varint(number)
    }

    mutating func number(_ field: Int, _ number: Int64) {
        self.number(field, UInt64(bitPattern: number))
    }

    mutating func double(_ field: Int, _ number: Double) {
        varint(UInt64(field) << 3 | 1)
        withUnsafeBytes(of: number.bitPattern.littleEndian) { encoded.append(contentsOf: $0) }
    }

    /// A number of four or eight bytes.
    mutating func fixed(_ field: Int, _ bytes: [UInt8]) {
        varint(UInt64(field) << 3 | (bytes.count == 8 ? 1 : 5))
        encoded.append(contentsOf: bytes)
    }

    mutating func bytes(_ field: Int, _ bytes: [UInt8]) {
        varint(UInt64(field) << 3 | 2)
        varint(UInt64(bytes.count))
        encoded.append(contentsOf: bytes)
    }

    mutating func text(_ field: Int, _ text: String) {
        bytes(field, Array(text.utf8))
    }

    mutating func message(_ field: Int, _ message: WireBytes) {
        bytes(field, message.encoded)
    }

    mutating func messages(_ field: Int, _ messages: [WireBytes]) {
        for message in messages {
            self.message(field, message)
        }
    }

    private mutating func varint(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            encoded.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        encoded.append(UInt8(rest))
    }
}
