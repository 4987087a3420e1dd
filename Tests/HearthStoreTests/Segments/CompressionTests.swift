import HearthModel
import HearthTestSupport
import Testing

@testable import HearthStore

@Suite struct CompressionTests {
    @Test func givesBackWhatItTook() throws {
        let (generator, seed) = SeededGenerator.fromEnvironment(default: 140)
        var random = generator
        var compressed = 0
        for _ in 0..<300 {
            let (size, alphabet) = (random.below(5_000), 1 + random.below(40))
            let bytes = random.list(size) { UInt8($0.below(alphabet)) }
            guard let small = Compression.compressed(bytes) else { continue }
            compressed += 1
            #expect(small.count <= bytes.count - bytes.count / 16, "HEARTH_TEST_SEED=\(seed)")
            #expect(try decompressed(small, size) == bytes, "HEARTH_TEST_SEED=\(seed)")
        }
        #expect(compressed > 40)
    }

    @Test func leavesAloneWhatDoesNotGetSmaller() {
        let (generator, seed) = SeededGenerator.fromEnvironment(default: 141)
        var random = generator
        for size in [0, 1, 31, 32, 1_000] {
            #expect(
                Compression.compressed(random.list(size) { UInt8($0.below(256)) }) == nil,
                "HEARTH_TEST_SEED=\(seed)"
            )
        }
        #expect(Compression.compressed([UInt8](repeating: 0, count: 31)) == nil)
    }

    /// Another size, fewer bytes, wrong bytes: an error or something else of that size, and never more.
    @Test func refusesWhatIsNoWhole() throws {
        let (generator, seed) = SeededGenerator.fromEnvironment(default: 142)
        var random = generator
        let bytes = random.list(1_000) { UInt8($0.below(4)) }
        let small = try #require(Compression.compressed(bytes))
        for size in [0, 1, 999, 1_001, 100_000] {
            #expect(throws: HearthError.damagedBlock) { try decompressed(small, size) }
        }
        for count in 0..<small.count {
            #expect(throws: HearthError.damagedBlock) { try decompressed(Array(small.prefix(count)), bytes.count) }
        }
        for bit in 0..<small.count * 8 {
            var damaged = small
            damaged[bit / 8] ^= 1 << UInt8(bit % 8)
            let read = try? decompressed(damaged, bytes.count)
            #expect(read == nil || read?.count == bytes.count, "HEARTH_TEST_SEED=\(seed)")
        }
    }

    private func decompressed(_ bytes: [UInt8], _ size: Int) throws(HearthError) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: size)
        try bytes.reading { (reader: inout ByteReader) throws(HearthError) in
            let input = try reader.rest()
            try output.writing { (buffer) throws(HearthError) in try Compression.decompress(input, into: buffer) }
        }
        return output
    }
}
