import HearthModel
import Testing

@Suite struct TimestampTests {
    @Test func anArrayIsAWireColumn() {
        #expect(MemoryLayout<Timestamp>.size == 8)
        #expect(MemoryLayout<Timestamp>.stride == 8)
        let column = [Timestamp(nanoseconds: 1), Timestamp(nanoseconds: -2)]
        let bytes = column.withUnsafeBytes { Array($0) }
        #expect(bytes == [1, 0, 0, 0, 0, 0, 0, 0, 0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF])
    }

    @Test func orderIsTheOrderOfNanoseconds() {
        let sorted: [Int64] = [.min, -1, 0, 1, .max]
        #expect(sorted.reversed().map { Timestamp(nanoseconds: $0) }.sorted().map(\.nanoseconds) == sorted)
    }

    @Test func theValidTimesAreAHalfOpenRange() {
        #expect(Timestamp.earliest.isValid)
        #expect(Timestamp(nanoseconds: 0).isValid)
        #expect(Timestamp(nanoseconds: Timestamp.latest.nanoseconds - 1).isValid)
        #expect(!Timestamp.latest.isValid)
        #expect(!Timestamp(nanoseconds: Timestamp.earliest.nanoseconds - 1).isValid)
        #expect(!Timestamp(nanoseconds: .min).isValid)
        #expect(!Timestamp(nanoseconds: .max).isValid)
    }

    @Test func aDifferenceInTheValidRangeFits() {
        let (difference, overflow) = Timestamp.latest.nanoseconds
            .subtractingReportingOverflow(Timestamp.earliest.nanoseconds)
        #expect(!overflow)
        #expect(difference == 91_311 * 86_400 * 1_000_000_000)
    }
}
