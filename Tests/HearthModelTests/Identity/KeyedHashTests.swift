import HearthModel
import Testing

@Suite struct KeyedHashTests {
    /// Of the algorithm's reference implementation: the key is 0, 1, ... 15, and the message the first bytes of the same.
    private static let vectors: [(length: Int, hash: [UInt8])] = [
        (0, [0xA3, 0x81, 0x7F, 0x04, 0xBA, 0x25, 0xA8, 0xE6, 0x6D, 0xF6, 0x72, 0x14, 0xC7, 0x55, 0x02, 0x93]),
        (1, [0xDA, 0x87, 0xC1, 0xD8, 0x6B, 0x99, 0xAF, 0x44, 0x34, 0x76, 0x59, 0x11, 0x9B, 0x22, 0xFC, 0x45]),
        (2, [0x81, 0x77, 0x22, 0x8D, 0xA4, 0xA4, 0x5D, 0xC7, 0xFC, 0xA3, 0x8B, 0xDE, 0xF6, 0x0A, 0xFF, 0xE4]),
        (8, [0x3B, 0x62, 0xA9, 0xBA, 0x62, 0x58, 0xF5, 0x61, 0x0F, 0x83, 0xE2, 0x64, 0xF3, 0x14, 0x97, 0xB4]),
    ]

    private func hash() -> KeyedHash { KeyedHash(key: (0x0706_0504_0302_0100, 0x0F0E_0D0C_0B0A_0908)) }

    @Test(arguments: vectors) func publishedVector(length: Int, expected: [UInt8]) {
        var hash = hash()
        for byte in 0..<length {
            hash.add(UInt8(byte))
        }
        let value = hash.value
        #expect((0..<16).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } == expected)
    }

    /// Numbers and texts are their bytes, wherever in a word they begin.
    @Test func numbersAndTextsAreBytes() {
        for start in 0..<9 {
            var (whole, bytes) = (hash(), hash())
            for byte in 0..<start {
                whole.add(UInt8(byte))
                bytes.add(UInt8(byte))
            }
            whole.add(0x1122_3344_5566_7788 as UInt64)
            whole.add("Über")
            whole.add(UInt64.max)
            let parts: [UInt8] =
                [0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11] + Array("Über".utf8) + [0]
                + [UInt8](repeating: 0xFF, count: 8)
            for byte in parts {
                bytes.add(byte)
            }
            #expect(whole.value == bytes.value, "\(start)")
        }
    }

    @Test func aKeyIsItsBytesAndIsNotShown() throws {
        let bytes = (0..<16).map { UInt8($0) }
        let key = try #require(IdentityKey(bytes: bytes))
        #expect(key.bytes == bytes)
        #expect("\(key)" == "hidden" && String(reflecting: key) == "hidden")
        #expect(IdentityKey(bytes: bytes.dropLast()) == nil && IdentityKey(bytes: bytes + [0]) == nil)
        #expect(IdentityKey.random() != IdentityKey.random())
    }

    @Test func eachAppHasAnotherKey() {
        let key = IdentityKey.random()
        let keys = Set([key, key.key(of: "org.example.a"), key.key(of: "org.example.b")])
        #expect(keys.count == 3)
        #expect(key.key(of: "org.example.a") == key.key(of: "org.example.a"))
        #expect(IdentityKey.random().key(of: "org.example.a") != key.key(of: "org.example.a"))
    }
}
