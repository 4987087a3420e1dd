import Testing

@testable import HearthStore

@Suite struct ChecksumTests {
    /// Values that the algorithm's specification and other implementations give.
    @Test(
        arguments: [
            ("", 0xEF46_DB37_51D8_E999), ("a", 0xD24E_C4F1_A98C_6E5B), ("abc", 0x44BC_2CF5_AD77_0999),
        ] as [(String, UInt64)]
    )
    func agreesWithOtherImplementations(_ text: String, _ checksum: UInt64) {
        #expect(Checksum.of(Array(text.utf8)) == checksum)
    }

    @Test func noticesEveryFlippedBit() {
        let bytes = (0..<100).map { UInt8(truncatingIfNeeded: $0 * 37) }
        let checksum = Checksum.of(bytes)
        for bit in 0..<800 {
            var damaged = bytes
            damaged[bit / 8] ^= 1 << (bit % 8)
            #expect(Checksum.of(damaged) != checksum)
        }
    }
}
