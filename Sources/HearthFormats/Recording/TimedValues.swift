import Foundation

/// Values, each at one moment.
struct TimedValues: Sendable {
    private(set) var times: [Date] = []
    private(set) var values: [Double] = []

    mutating func append(_ value: Double?, at time: Date) {
        guard let value else { return }
        times.append(time)
        values.append(value)
    }

    func part(from start: Date, to end: Date) -> TimedValues {
        var part = TimedValues()
        for (time, value) in zip(times, values) where time >= start && time < end {
            part.append(value, at: time)
        }
        return part
    }

    mutating func sort() {
        let order = orderByTime(times)
        times = order.map { times[$0] }
        values = order.map { values[$0] }
    }
}

/// Values, each for a while.
struct IntervalValues: Sendable {
    private(set) var starts: [Date] = []
    private(set) var ends: [Date] = []
    private(set) var values: [Double] = []

    mutating func append(_ value: Double, from start: Date, to end: Date) {
        starts.append(start)
        ends.append(end)
        values.append(value)
    }
}

/// The rows by time; rows of the same time stay in their order.
func orderByTime(_ times: [Date]) -> [Int] {
    times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
}
