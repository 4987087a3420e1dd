import HearthModel
import HearthTestSupport
import Testing

@testable import HearthStore

/// What the directory knows of a segment's quantities, and how columns are added at once.
@Suite struct SegmentTotalsTests {
    private static let steps = type("StepCount")
    private static let heartRate = type("HeartRate")

    private static func type(_ name: String) -> ObjectType {
        ObjectType(identifier: "HKQuantityTypeIdentifier" + name) ?? .workout
    }

    private static func samples(_ type: ObjectType, _ quantities: QuantityColumns, hasEnds: Bool) -> SampleColumns {
        let rows = 0..<quantities.values.count
        return SampleColumns(
            type: type,
            ids: rows.map { exampleID($0 + 1) },
            starts: rows.map { at(Int64($0) * 1_000_000_000) },
            ends: hasEnds ? rows.map { at(Int64($0) * 1_000_000_000 + Int64($0 % 3) * 1_500_000_000) } : [],
            payload: .quantity(quantities)
        )
    }

    /// Numbers of one size, of many sizes, near the least and near the greatest, and with zeros.
    private static func numbers(_ count: Int, _ random: inout SeededGenerator) -> [Double] {
        let kind = Int.random(in: 0..<6, using: &random)
        return (0..<count).map { _ in
            let number = Double.random(in: -100...200, using: &random)
            switch kind {
            case 0: return number.rounded()
            case 1: return (number * 10).rounded() / 10
            case 2: return number
            case 3:
                return number * Double(sign: .plus, exponent: Int.random(in: -60...60, using: &random), significand: 1)
            case 4: return number * .leastNonzeroMagnitude
            default: return Bool.random(using: &random) ? 0 : -0.0
            }
        }
    }

    @Test func numbersThatAreAddedAtOnceComeToTheSame() {
        let seed = SeededGenerator.firstSeed(default: 1)
        for seed in seed..<seed + 400 {
            var random = SeededGenerator(seed: seed)
            let numbers = Self.numbers(Int.random(in: 0...5_000, using: &random), &random)
            var sum = ExactSum()
            var columns = ExactSum()
            for number in numbers {
                sum.add(number)
            }
            numbers.withUnsafeBufferPointer { columns.add($0) }
            #expect(columns.rounded == sum.rounded, "HEARTH_TEST_SEED=\(seed)")
            #expect(columns.parts == sum.parts, "HEARTH_TEST_SEED=\(seed)")
            var again = ExactSum()
            for part in sum.parts ?? [] {
                again.add(part)
            }
            again.add(-sum.rounded)
            #expect(again.rounded == (sum.parts ?? []).dropFirst().first ?? 0, "HEARTH_TEST_SEED=\(seed)")
        }
    }

    @Test func numbersThatAreTooLargeHaveNoSum() {
        for number in [Double.infinity, .nan, .greatestFiniteMagnitude] {
            var sum = ExactSum()
            Array(repeating: number, count: 100).withUnsafeBufferPointer { sum.add($0) }
            #expect(sum.parts == nil)
        }
    }

    @Test(arguments: [steps, heartRate], [true, false]) func theyAreThoseOfTheRows(type: ObjectType, hasEnds: Bool)
        throws
    {
        let aggregation = try #require(type.aggregation)
        let options: StatisticsOptions =
            aggregation == .cumulative
            ? [.sum, .mostRecent, .duration] : [.average, .minimum, .maximum, .mostRecent, .duration]
        let seed = SeededGenerator.firstSeed(default: 1)
        for seed in seed..<seed + 100 {
            var random = SeededGenerator(seed: seed)
            let values = Self.numbers(Int.random(in: 1...300, using: &random), &random)
            let samples = Self.samples(type, QuantityColumns(values: values), hasEnds: hasEnds)
            let totals = try #require(SegmentTotals(of: samples))
            #expect(try SegmentTotals(stored: totals.stored) == totals)
            let rows = SegmentRows(samples: samples, provenances: [], sequences: [], commits: [], syncKeys: [])
            var bucket = BucketStatistics()
            bucket.add(rows.summary(id: 1, 1...1, hasUnorderedIDs: false), totals, aggregation)
            var expected = BucketStatistics()
            var together = BucketStatistics()
            for row in values.indices {
                let (start, end) = (samples.starts[row].nanoseconds, samples.end(row).nanoseconds)
                expected.add(values[row], from: start, to: end, aggregation)
            }
            QuantityRun.with(samples.starts, samples.ends, values, values.indices) {
                together.add($0, options, aggregation)
            }
            let row = expected.row(of: 0, options, aggregation)
            #expect(bucket.row(of: 0, options, aggregation) == row, "HEARTH_TEST_SEED=\(seed)")
            #expect(together.row(of: 0, options, aggregation) == row, "HEARTH_TEST_SEED=\(seed)")
        }
    }

    @Test func seriesAndSoundLevelsHaveNone() {
        let sound = Self.type("EnvironmentalAudioExposure")
        #expect(SegmentTotals(of: Self.samples(sound, QuantityColumns(values: [60]), hasEnds: true)) == nil)
        let condensed = QuantityColumns(values: [60, 61], counts: [1, 2])
        #expect(SegmentTotals(of: Self.samples(Self.heartRate, condensed, hasEnds: true)) == nil)
        let single = QuantityColumns(values: [60, 61], counts: [1, 1])
        #expect(SegmentTotals(of: Self.samples(Self.heartRate, single, hasEnds: true)) != nil)
        let points = SeriesPoints(lengths: [1], starts: [at(0)], values: [60])
        let series = QuantityColumns(values: [60], counts: [1], points: points)
        #expect(SegmentTotals(of: Self.samples(Self.heartRate, series, hasEnds: true)) == nil)
        let large = QuantityColumns(values: [.greatestFiniteMagnitude, .greatestFiniteMagnitude])
        #expect(SegmentTotals(of: Self.samples(Self.steps, large, hasEnds: true)) == nil)
    }

    @Test func damagedTotalsAreRefused() throws {
        let totals = try #require(
            SegmentTotals(of: Self.samples(Self.steps, QuantityColumns(values: [1, 0.1]), hasEnds: true))
        )
        let stored = totals.stored
        for length in stored.indices {
            #expect(throws: HearthError.self) { try SegmentTotals(stored: Array(stored[..<length])) }
        }
        #expect(throws: HearthError.self) { try SegmentTotals(stored: stored + [0]) }
    }
}
