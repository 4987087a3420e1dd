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
}
