import HearthModel
import HearthTestSupport
import Testing

@testable import HearthStore

/// Every column of numbers comes back bit for bit.
@Suite struct NumberColumnTests {
    @Test(
        arguments: [
            [0], [-0.0], [0, -0.0], [-0.0, 1], [1, -0.0, 2], [.leastNonzeroMagnitude], [-.leastNonzeroMagnitude, 1],
            [.leastNormalMagnitude, .greatestFiniteMagnitude], [-.greatestFiniteMagnitude], [1e300, 0.1], [.pi],
            [1 / 3],
            [9_007_199_254_740_991], [9_007_199_254_740_992], [-9_007_199_254_740_992, 0.5],
            [900_719_925_474.0991], [0.00005], [0.1 + 0.2], [72, 36.6, 2.83, 0.125, 0.0001],
        ] as [[Double]]
    )
    func keepsExtremes(_ values: [Double]) throws {
        try check(values)
    }

    /// What people and devices record.
    @Test(arguments: 0...6) func keepsDecimals(digits: Int) throws {
        let (generator, seed) = SeededGenerator.fromEnvironment(default: 110)
        var random = generator
        let power = [1.0, 10, 100, 1_000, 10_000, 100_000, 1_000_000][digits]
        for magnitude in [10, 10_000, 1_000_000_000, 1 << 53, 1 << 60] {
            let values = random.list(400) { Double(Int64($0.below(2 * magnitude)) - Int64(magnitude)) / power }
            try check(values, seed)
            try check(values.map { $0.magnitude }, seed)
        }
    }

    /// Numbers of few digits take the room of small whole numbers.
    @Test(arguments: 0...4) func decimalsAreSmall(digits: Int) throws {
        let (generator, seed) = SeededGenerator.fromEnvironment(default: 111)
        var random = generator
        let power = [1.0, 10, 100, 1_000, 10_000][digits]
        let values = random.list(1_000) { Double(1 + $0.below(60_000)) / power }
        #expect(written(values).count < 2 * values.count + 32, "HEARTH_TEST_SEED=\(seed)")
    }

    @Test func keepsAllBits() throws {
        let (generator, seed) = SeededGenerator.fromEnvironment(default: 112)
        var random = generator
        for _ in 0..<200 {
            let count = 1 + random.below(100)
            let values = random.list(count) { random in
                var value = Double(bitPattern: random.next())
                while !value.isFinite {
                    value = Double(bitPattern: random.next())
                }
                return value
            }
            try check(values, seed)
        }
    }

    /// One number that is not like the others decides for all of them, and none is rounded.
    @Test func oneNumberAmongDecimals() throws {
        for odd in [-0.0, .pi, 1e17, .leastNonzeroMagnitude, 0.1 + 0.2, 1e-5] {
            var values = (0..<100).map { Double($0) / 10 }
            values[57] = odd
            try check(values)
        }
    }

    @Test func refusesMoreDigitsThanThereAre() {
        #expect(throws: HearthError.damagedBlock) {
            try ([5] + [UInt8](repeating: 0, count: 20)).reading { (reader: inout ByteReader) throws(HearthError) in
                try NumberColumn.read(1, from: &reader)
            }
        }
    }

    private func written(_ values: [Double]) -> [UInt8] {
        var writer = ByteWriter()
        NumberColumn.write(values, to: &writer)
        return writer.bytes
    }

    private func check(_ values: [Double], _ seed: UInt64? = nil) throws {
        let read = try written(values).reading { (reader: inout ByteReader) throws(HearthError) in
            let read = try NumberColumn.read(values.count, from: &reader)
            guard reader.isAtEnd else { throw .damagedBlock }
            return read
        }
        #expect(read.map(\.bitPattern) == values.map(\.bitPattern), "HEARTH_TEST_SEED=\(seed.map { "\($0)" } ?? "")")
    }
}
