import HearthModel
import HearthTestSupport
import Testing

@testable import HearthStore

/// Every column of integers comes back as it was, whatever its values have in common.
@Suite struct IntegerColumnTests {
    @Test(
        arguments: [
            [0], [.min], [.max], [-1], [7, 7, 7, 7], [.min, .max], [.max, .min], [.min, .max, .min, .max],
            [0, .min], [0, .max], [-1, 0, 1], [.min, .min + 1, .max - 1, .max], [1_000, -1_000], [0, 0, 1_000_000_000],
        ] as [[Int64]]
    )
    func keepsExtremes(_ values: [Int64]) throws {
        try check(values)
    }

    /// Residuals of every width, as values and as differences, also those that fill it.
    @Test(arguments: 0...8) func keepsEveryWidth(_ width: Int) throws {
        let (generator, seed) = SeededGenerator.fromEnvironment(default: 100)
        var random = generator
        let greatest = width == 8 ? UInt64.max : 1 << UInt64(width * 8) - 1
        for count in [1, 2, 3, 17, 500] {
            let base = Int64(bitPattern: random.next())
            let residuals = [0, greatest] + random.list(count) { UInt64.random(in: 0...greatest, using: &$0) }
            let values = residuals.map { base &+ Int64(bitPattern: $0) }
            var sum = base
            let sums = values.map { value in
                sum &+= value
                return sum
            }
            try check(values, seed)
            try check(sums, seed)
        }
    }

    @Test(arguments: [1, 999, 1_000, 1_000_000, 60_000_000_000, 1_000_000_000, 7_777_777] as [Int64])
    func keepsMultiples(_ scale: Int64) throws {
        let (generator, seed) = SeededGenerator.fromEnvironment(default: 101)
        var random = generator
        for base in [0, 1_795_248_000_000_000_123, -2_208_988_800_000_000_000] as [Int64] {
            let near = random.list(300) { base + Int64($0.below(3)) * scale }
            let far = random.list(300) { base + Int64($0.below(50_000_000)) * scale }
            try check(near, seed)
            try check(far, seed)
            try check(far.sorted(), seed)
            try check(far.sorted(by: >), seed)
        }
    }

    /// Equal distances need no bytes for the single values.
    @Test(arguments: [0, 1, -1, 1_000_000_000, .max, .min, 0x1234_5678_9ABC] as [Int64])
    func progressionsTakeNoRoom(_ step: Int64) throws {
        for first in [0, -1, .min, .max, 1_795_248_000_000_000_000] as [Int64] {
            var value = first
            let values = (0..<1_000).map { _ in
                defer { value &+= step }
                return value
            }
            try check(values)
            // Only what goes around once may take more.
            let overflows = step.magnitude > 1 << 50 || first == .min || first == .max
            #expect(overflows || written(values).count < 32, "\(first) by \(step)")
        }
    }

    @Test func keepsWhatHasNothingInCommon() throws {
        let (generator, seed) = SeededGenerator.fromEnvironment(default: 102)
        var random = generator
        for _ in 0..<200 {
            let bits = UInt64(random.below(64))
            let count = 1 + random.below(200)
            try check(random.list(count) { Int64(bitPattern: $0.next() >> bits) }, seed)
        }
    }

    /// A column that goes on is told from one that ends, and one that is cut off is refused.
    @Test func readsItsOwnBytesOnly() throws {
        let values: [Int64] = [3, 1, 4, 1, 5, 9, 2, 6]
        let bytes = written(values)
        let read = try (bytes + [1, 2, 3]).reading { (reader: inout ByteReader) throws(HearthError) in
            let read = try IntegerColumn.read(values.count, from: &reader)
            guard reader.offset == bytes.count else { throw .damagedBlock }
            return read
        }
        #expect(read == values)
        for count in bytes.indices {
            #expect(throws: HearthError.damagedBlock) {
                try Array(bytes.prefix(count)).reading { (reader: inout ByteReader) throws(HearthError) in
                    try IntegerColumn.read(values.count, from: &reader)
                }
            }
        }
    }

    @Test func refusesAWidthThatNoIntegerHas() {
        var writer = ByteWriter()
        writer.byte(0)
        writer.number(UInt64(1))
        writer.signed(0)
        writer.byte(9)
        writer.append([UInt8](repeating: 0, count: 100))
        #expect(throws: HearthError.damagedBlock) {
            try writer.bytes.reading { (reader: inout ByteReader) throws(HearthError) in
                try IntegerColumn.read(1, from: &reader)
            }
        }
    }

    private func written(_ values: [Int64]) -> [UInt8] {
        var writer = ByteWriter()
        IntegerColumn.write(values, to: &writer)
        return writer.bytes
    }

    private func check(_ values: [Int64], _ seed: UInt64? = nil) throws {
        let read = try written(values).reading { (reader: inout ByteReader) throws(HearthError) in
            let read = try IntegerColumn.read(values.count, from: &reader)
            guard reader.isAtEnd else { throw .damagedBlock }
            return read
        }
        #expect(read == values, "HEARTH_TEST_SEED=\(seed.map { "\($0)" } ?? "")")
    }
}
