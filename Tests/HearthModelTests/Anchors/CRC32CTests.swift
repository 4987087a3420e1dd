import HearthModel
import HearthTestSupport
import Testing

@Suite struct CRC32CTests {
    /// The check value of the algorithm's catalogue entry, and the vectors of RFC 3720, B.4.
    private static let vectors: [(bytes: [UInt8], checksum: UInt32)] = [
        (Array("123456789".utf8), 0xE306_9283),
        ([], 0),
        ([UInt8](repeating: 0, count: 32), 0x8A91_36AA),
        ([UInt8](repeating: 0xFF, count: 32), 0x62A8_AB43),
        (Array(0...31), 0x46DD_794E),
        (Array((0...31).reversed()), 0x113F_DB5C),
        (iSCSIRead, 0xD996_3A56),
    ]

    /// The bytes of an iSCSI SCSI Read (10) command that are not zero, by their offset, in 48 bytes.
    private static let iSCSIRead: [UInt8] = {
        var bytes = [UInt8](repeating: 0, count: 48)
        for (offset, byte) in [0: 0x01, 1: 0xC0, 16: 0x14, 22: 0x04, 27: 0x14, 31: 0x18, 32: 0x28, 40: 0x02] {
            bytes[offset] = UInt8(byte)
        }
        return bytes
    }()

    @Test(arguments: vectors)
    func publishedVector(bytes: [UInt8], checksum: UInt32) {
        #expect(CRC32C.checksum(of: bytes) == checksum)
        #expect(CRC32C.checksum(of: bytes.span.bytes) == checksum)
    }

    /// The definition, bit by bit, against the tables, for every length and alignment of the loop of eight.
    @Test func agreesWithTheDefinition() {
        var (random, seed) = SeededGenerator.fromEnvironment(default: 21)
        let bytes = (0..<200).map { _ in UInt8.random(in: 0...255, using: &random) }
        for start in 0..<9 {
            for end in start...bytes.count {
                let part = Array(bytes[start..<end])
                #expect(CRC32C.checksum(of: part) == definition(part), "HEARTH_TEST_SEED=\(seed)")
                let checksum = CRC32C.checksum(of: bytes.span.bytes.extracting(start..<end))
                #expect(checksum == definition(part), "HEARTH_TEST_SEED=\(seed)")
            }
        }
    }

    @Test func piecesGiveTheSameAsTheWhole() {
        let bytes = Array("Hearth keeps what the body says.".utf8)
        for cut in 0...bytes.count {
            var crc = CRC32C()
            crc.update(Array(bytes[..<cut]).span.bytes)
            crc.update(Array(bytes[cut...]).span.bytes)
            #expect(crc.checksum == CRC32C.checksum(of: bytes))
        }
    }

    private func definition(_ bytes: [UInt8]) -> UInt32 {
        var register: UInt32 = .max
        for byte in bytes {
            register ^= UInt32(byte)
            for _ in 0..<8 {
                register = register & 1 == 1 ? register >> 1 ^ 0x82F6_3B78 : register >> 1
            }
        }
        return ~register
    }
}
