/// CRC-32C (Castagnoli): the checksum of iSCSI, ext4 and Hearth's anchors.
///
/// It detects every change of up to 32 bits in a row, and every flip of one, two or three bits in data of the sizes
/// that Hearth uses it for. It does not protect against deliberate changes.
///
/// Unsafe pointers: the loop reads eight bytes at a time and looks eight tables up, without a check of each index.
package struct CRC32C: Sendable {
    /// The register; its complement is the checksum.
    private var register: UInt32 = .max

    package init() {}

    /// The checksum of the bytes so far.
    package var checksum: UInt32 { ~register }

    package mutating func update(_ bytes: RawSpan) {
        register = CRC32C.tables.withUnsafeBufferPointer { tables in
            bytes.withUnsafeBytes { CRC32C.advance(register, over: $0, tables) }
        }
    }

    package static func checksum(of bytes: RawSpan) -> UInt32 {
        var crc = CRC32C()
        crc.update(bytes)
        return crc.checksum
    }

    package static func checksum(of bytes: [UInt8]) -> UInt32 {
        checksum(of: bytes.span.bytes)
    }
}

extension CRC32C {
    /// The polynomial 0x1EDC6F41 with its bits reversed, as the register is.
    private static let polynomial: UInt32 = 0x82F6_3B78

    /// Eight tables of 256: entry `256 * k + b` is what byte `b` does to the register when `k` zero bytes follow it.
    /// With these, one step processes eight bytes by eight independent look-ups.
    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 8 * 256)
        for byte in 0..<256 {
            var register = UInt32(byte)
            for _ in 0..<8 {
                register = register & 1 == 1 ? register >> 1 ^ polynomial : register >> 1
            }
            tables[byte] = register
        }
        for entry in 256..<tables.count {
            let previous = tables[entry - 256]
            tables[entry] = previous >> 8 ^ tables[Int(previous & 0xFF)]
        }
        return tables
    }()

    private static func advance(
        _ start: UInt32,
        over bytes: UnsafeRawBufferPointer,
        _ tables: UnsafeBufferPointer<UInt32>
    ) -> UInt32 {
        var register = start
        var offset = 0
        while bytes.count - offset >= 8 {
            let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            register = eightBytes(word ^ UInt64(register), tables)
            offset += 8
        }
        while offset < bytes.count {
            register = register >> 8 ^ tables[Int((register ^ UInt32(bytes[offset])) & 0xFF)]
            offset += 1
        }
        return register
    }

    /// `word` is the next eight bytes, the first one lowest, with the register added to the first four.
    @inline(__always)
    private static func eightBytes(_ word: UInt64, _ tables: UnsafeBufferPointer<UInt32>) -> UInt32 {
        // The last byte is the one that no zero bytes follow. Two groups, because the type checker gives up on one.
        let first =
            tables[7 * 256 + Int(word & 0xFF)] ^ tables[6 * 256 + Int(word >> 8 & 0xFF)]
            ^ tables[5 * 256 + Int(word >> 16 & 0xFF)] ^ tables[4 * 256 + Int(word >> 24 & 0xFF)]
        let second =
            tables[3 * 256 + Int(word >> 32 & 0xFF)] ^ tables[2 * 256 + Int(word >> 40 & 0xFF)]
            ^ tables[256 + Int(word >> 48 & 0xFF)] ^ tables[Int(word >> 56)]
        return first ^ second
    }
}
