import Foundation

/// Converts values at moments to samples with a duration. No sample reaches into a pause.
struct IntervalBuilder {
    private let start: Date
    private let pauses: [DateInterval]
    private var nextPause = 0

    init(start: Date, pauses: [DateInterval]) {
        self.start = start
        self.pauses = pauses
    }

    /// The growth of a total from one value to the next. The first value belongs to the time before it.
    /// Where it decreases, counting has restarted.
    mutating func increases(of totals: TimedValues, from first: Double) -> IntervalValues {
        nextPause = 0
        var result = IntervalValues()
        var last = (time: start, total: first)
        for (time, total) in zip(totals.times, totals.values) {
            if total > last.total {
                result.append(total - last.total, from: begin(of: last.time, time), to: time)
            }
            last = (time, total)
        }
        return result
    }

    /// The steps from one cadence to the next. Each cadence is in strides a minute for the time before it, and a stride
    /// is two steps.
    mutating func steps(of cadences: TimedValues, within longest: TimeInterval) -> IntervalValues {
        nextPause = 0
        var result = IntervalValues()
        var last = cadences.times.first
        for (time, cadence) in zip(cadences.times, cadences.values) {
            guard let from = last else { break }
            let begin = begin(of: from, time)
            let seconds = time.timeIntervalSince(begin)
            if seconds > 0, seconds <= longest, cadence > 0 {
                result.append(cadence * 2 * seconds / 60, from: begin, to: time)
            }
            last = time
        }
        return result
    }

    /// The start of the interval, or the end of the last pause in it.
    private mutating func begin(of start: Date, _ end: Date) -> Date {
        var begin = min(start, end)
        while nextPause < pauses.count, pauses[nextPause].start < end {
            begin = max(begin, min(end, pauses[nextPause].end))
            guard pauses[nextPause].end <= end else { break }
            nextPause += 1
        }
        return begin
    }
}
