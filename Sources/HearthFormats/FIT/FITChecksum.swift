/// The cyclic redundancy check of FIT files: CRC-16 with the polynomial 0x8005, reflected, from 0.
struct FITChecksum {
    private(set) var value: UInt16 = 0

    mutating func update(_ bytes: Span<UInt8>) {
        for index in bytes.indices {
            value = value >> 8 ^ Self.table[Int(UInt8(truncatingIfNeeded: value) ^ bytes[index])]
        }
    }

    private static let table: [UInt16] = (0..<256).map { byte in
        (0..<8).reduce(UInt16(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xa001 : value >> 1 }
    }
}
