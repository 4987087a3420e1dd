import HearthModel
import Testing

@Suite struct IntervalTests {
    private static let moments: [Timestamp?] =
        [nil] + [Int64.min, .min + 1, -1, 0, 1, 2, .max - 1, .max].map { Timestamp(nanoseconds: $0) }

    /// By the words of the protocol: the end is not in the interval, and the start is.
    private func isIn(_ interval: Interval, _ start: Timestamp, _ end: Timestamp) -> Bool {
        let isAfterStart = { (time: Timestamp) in interval.start.map { $0 <= time } ?? true }
        let isBeforeEnd = { (time: Timestamp) in interval.end.map { time < $0 } ?? true }
        guard interval.strictStart || interval.strictEnd else { return isBeforeEnd(start) && isAfterStart(end) }
        return (!interval.strictStart || isAfterStart(start) && isBeforeEnd(start))
            && (!interval.strictEnd || isAfterStart(end) && isBeforeEnd(end))
    }

    @Test(arguments: moments, moments)
    func columnsAreJudgedLikeSamples(_ start: Timestamp?, _ end: Timestamp?) {
        let times = Self.moments.compactMap(\.self)
        let samples = times.flatMap { start in times.filter { start <= $0 }.map { (start: start, end: $0) } }
        for (strictStart, strictEnd) in [(false, false), (true, false), (false, true), (true, true)] {
            let interval = Interval(start: start, end: end, strictStart: strictStart, strictEnd: strictEnd)
            let expected = samples.map { isIn(interval, $0.start, $0.end) }
            #expect(interval.contain(samples.map(\.start), samples.map(\.end)) == expected)
            #expect(samples.map { interval.contains($0.start, $0.end) } == expected)
        }
    }
}
