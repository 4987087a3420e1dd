import HearthModel
import HearthTestSupport
import Testing

@testable import HearthStore

/// A reader gives what was written, and refuses what goes beyond the end.
@Suite struct ByteReaderTests {
    @Test func readsWhatWasWritten() throws {
        let numbers: [UInt64] = [0, 1, 127, 128, 16_383, 16_384, 1 << 32, 1 << 63, .max]
        let signed: [Int64] = [0, 1, -1, 63, -64, 64, .max, .min]
        var writer = ByteWriter()
        numbers.forEach { writer.number($0) }
        signed.forEach { writer.signed($0) }
        writer.sized([1, 2, 3])
        writer.sized([])
        writer.byte(0xFF)
        try writer.bytes.reading { (reader: inout ByteReader) throws(HearthError) in
            for number in numbers {
                let read = try reader.number()
                #expect(read == number)
            }
            for number in signed {
                let read = try reader.signed()
                #expect(read == number)
            }
            let (three, none, last) = (try reader.sized().count, try reader.sized().count, try reader.byte())
            #expect([three, none, Int(last)] == [3, 0, 0xFF])
            #expect(reader.isAtEnd)
            #expect(throws: HearthError.damagedBlock) { try reader.byte() }
        }
    }

    @Test func numbersNearZeroAreShort() {
        for number in [0, 1, -1, 63, -64] as [Int64] {
            var writer = ByteWriter()
            writer.signed(number)
            #expect(writer.bytes.count == 1, "\(number)")
        }
    }

    @Test(
        arguments: [
            [], [0x80], [0xFF, 0xFF], [UInt8](repeating: 0x80, count: 9), [UInt8](repeating: 0x80, count: 20),
            [UInt8](repeating: 0xFF, count: 9) + [2], [UInt8](repeating: 0xFF, count: 10),
        ] as [[UInt8]]
    )
    func refusesNumbersThatDoNotEndOrDoNotFit(_ bytes: [UInt8]) {
        #expect(throws: HearthError.damagedBlock) {
            try bytes.reading { (reader: inout ByteReader) throws(HearthError) in try reader.number() }
        }
    }

    @Test func refusesToTakeMoreThanThereIs() throws {
        try [UInt8](repeating: 7, count: 10).reading { (reader: inout ByteReader) throws(HearthError) in
            for count in [11, .max, -1, .min] {
                #expect(throws: HearthError.damagedBlock) { _ = try reader.take(count) }
            }
            let all = try reader.take(10).count
            #expect(all == 10)
            #expect(throws: HearthError.damagedBlock) { _ = try reader.take(1) }
            let nothing = try reader.rest().count
            #expect(nothing == 0)
        }
    }

    @Test func refusesCountsBeyondTheLimit() {
        var writer = ByteWriter()
        writer.number(UInt64(101))
        #expect(throws: HearthError.damagedBlock) {
            try writer.bytes.reading { (reader: inout ByteReader) throws(HearthError) in try reader.count(atMost: 100) }
        }
    }

    /// Any calls on any bytes end in values or in an error, and never go beyond the end.
    @Test func survivesHostileBytes() {
        let (generator, seed) = SeededGenerator.fromEnvironment(default: 130)
        var random = generator
        for _ in 0..<2_000 {
            let size = random.below(40)
            let bytes = random.list(size) { $0.chance(50) ? UInt8(truncatingIfNeeded: $0.next()) : 0xFF }
            try? bytes.reading { (reader: inout ByteReader) throws(HearthError) in
                while !reader.isAtEnd {
                    switch random.below(6) {
                    case 0: _ = try reader.byte()
                    case 1: _ = try reader.number()
                    case 2: _ = try reader.signed()
                    case 3: _ = try reader.count(atMost: random.below(1_000))
                    case 4: _ = try reader.take(random.below(20))
                    default: _ = try reader.sized()
                    }
                    #expect(reader.offset <= size, "HEARTH_TEST_SEED=\(seed)")
                }
            }
        }
    }
}
