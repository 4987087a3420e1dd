/// The FNV-1a hash of 128 bits, which is the same on every machine and in every run.
package struct FNVHash: Sendable {
    package private(set) var state: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
    private static let prime: UInt128 = 1 << 88 | 0x13B

    package init() {}

    /// The upper half mixed into the lower one.
    package var folded: UInt64 { UInt64(truncatingIfNeeded: state ^ state >> 64) }

    package mutating func add(_ byte: UInt8) {
        state = (state ^ UInt128(byte)) &* FNVHash.prime
    }

    /// A zero ends the text.
    package mutating func add(_ text: String) {
        for byte in text.utf8 {
            add(byte)
        }
        add(0 as UInt8)
    }

    /// The lowest byte comes first.
    package mutating func add(_ number: UInt64) {
        for shift in stride(from: 0, to: 64, by: 8) {
            add(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
        }
    }
}
