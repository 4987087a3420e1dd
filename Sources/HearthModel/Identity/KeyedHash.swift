/// SipHash-2-4 with a result of 128 bits. Without the key its hashes look like random numbers. It is the same on every
/// machine and in every run.
package struct KeyedHash: Sendable {
    private var v0: UInt64
    private var v1: UInt64
    private var v2: UInt64
    private var v3: UInt64
    /// Bytes that are not a whole word yet, the first one lowest.
    private var tail: UInt64 = 0
    private var count: UInt64 = 0

    package init(key: (UInt64, UInt64)) {
        v0 = 0x736f_6d65_7073_6575 ^ key.0
        v1 = 0x646f_7261_6e64_6f6d ^ key.1 ^ 0xEE
        v2 = 0x6c79_6765_6e65_7261 ^ key.0
        v3 = 0x7465_6462_7974_6573 ^ key.1
    }

    package mutating func add(_ byte: UInt8) {
        let shift = (count & 7) * 8
        tail |= UInt64(byte) << shift
        count &+= 1
        if shift == 56 {
            compress(tail)
            tail = 0
        }
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
        let shift = (count & 7) * 8
        count &+= 8
        guard shift > 0 else { return compress(number) }
        compress(tail | number << shift)
        tail = number >> (64 - shift)
    }

    /// The hash of what was added so far.
    package var value: UInt128 {
        var end = self
        end.compress(count << 56 | tail)
        end.v2 ^= 0xEE
        let low = end.finish()
        end.v1 ^= 0xDD
        return UInt128(end.finish()) << 64 | UInt128(low)
    }

    private mutating func finish() -> UInt64 {
        for _ in 0..<4 {
            mix()
        }
        return v0 ^ v1 ^ v2 ^ v3
    }

    private mutating func compress(_ word: UInt64) {
        v3 ^= word
        mix()
        mix()
        v0 ^= word
    }

    private mutating func mix() {
        v0 &+= v1
        v1 = (v1 << 13 | v1 >> 51) ^ v0
        v0 = v0 << 32 | v0 >> 32
        v2 &+= v3
        v3 = (v3 << 16 | v3 >> 48) ^ v2
        v0 &+= v3
        v3 = (v3 << 21 | v3 >> 43) ^ v0
        v2 &+= v1
        v1 = (v1 << 17 | v1 >> 47) ^ v2
        v2 = v2 << 32 | v2 >> 32
    }
}
