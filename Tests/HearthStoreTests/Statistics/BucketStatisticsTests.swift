import HearthModel
import Testing

@testable import HearthStore

/// The statistics of one bucket.
@Suite struct BucketStatisticsTests {
    /// Series say themselves how many quantities they hold.
    @Test func theGreatestCountsAddUpToTheGreatest() {
        var bucket = BucketStatistics()
        let series = Datum(
            start: 0,
            end: 10,
            value: 60,
            count: .max,
            minimum: 50,
            maximum: 70,
            mostRecent: Datum.MostRecent(value: 60, start: 0, end: 10),
            source: 0,
            rank: 0
        )
        for _ in 0..<2 {
            bucket.note(series, in: 0..<10)
            bucket.addDiscrete(series, in: 0..<10, .discreteArithmetic)
        }
        bucket.add(60, from: 10, to: 11, .discreteArithmetic)
        let row = bucket.row(of: 0, .all, .discreteArithmetic)
        #expect(row.count == .max)
        #expect(abs(row.average - 60) < 1e-9)
    }

    /// A bucket with values that last a minute each.
    private static func row(_ values: [Double], _ aggregation: Aggregation, together: Bool) -> StatisticsRow {
        let minute: Int64 = 60_000_000_000
        let starts = values.indices.map { Timestamp(nanoseconds: Int64($0) * minute) }
        let ends = starts.map { Timestamp(nanoseconds: $0.nanoseconds + minute) }
        var bucket = BucketStatistics()
        if together {
            QuantityRun.with(starts, ends, values, values.indices) { bucket.add($0, .all, aggregation) }
        } else {
            for (row, value) in values.enumerated() {
                bucket.add(value, from: starts[row].nanoseconds, to: ends[row].nanoseconds, aggregation)
            }
        }
        return bucket.row(of: 0, .all, aggregation)
    }

    /// A sum beyond all numbers is the greatest; an average is as exact as ever.
    @Test(arguments: [false, true]) func resultsBeyondAllNumbersAreTheGreatest(together: Bool) {
        let greatest = Double.greatestFiniteMagnitude
        #expect(Self.row([greatest, greatest], .cumulative, together: together).sum == greatest)
        #expect(Self.row([-greatest, -greatest], .cumulative, together: together).sum == -greatest)
        #expect(Self.row([greatest, greatest, -greatest], .cumulative, together: together).sum == greatest)
        for aggregation in [Aggregation.discreteArithmetic, .discreteTemporallyWeighted] {
            #expect(Self.row([0x1p1023, 0x1.8p1023], aggregation, together: together).average == 0x1.4p1023)
            #expect(Self.row([1.5e308, -1.5e308, 3], aggregation, together: together).average == 1)
            #expect(Self.row([greatest], aggregation, together: together).average == greatest)
        }
    }

    /// Levels of any size, in any order: those that are far below the loudest are not heard.
    @Test(arguments: [false, true]) func soundLevelsOfAnySizeHaveAnAverage(together: Bool) {
        let average = { (levels: [Double]) in
            Self.row(levels, .discreteEquivalentContinuousLevel, together: together).average
        }
        for base in [-400_000, -4_000, -500, 0, 490, 500, 3_000, 4_495, 1e9] {
            let expected = base + 7.40362689494244
            for levels in [[base, base + 10], [base + 10, base]] {
                #expect(abs(average(levels) - expected) < 1e-12 * max(100, abs(base)), "\(levels)")
            }
        }
        #expect(average([1e300]) == 1e300 && average([-1e300]) == -1e300)
        #expect(average([.greatestFiniteMagnitude, 60]) == .greatestFiniteMagnitude)
        #expect(average([60, 4_000, -9_000]) == average([-9_000, 4_000, 60]))
        #expect(abs(average([4_000, 50]) - (4_000 - 3.010299956639812)) < 1e-9)
    }
}
