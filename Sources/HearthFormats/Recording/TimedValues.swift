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

    /// The values from `start` to before `end`, of values that are sorted by time.
    func part(from start: Date, to end: Date) -> TimedValues {
        let rows = rowsOfSorted(times, from: start, to: end)
        var part = TimedValues()
        part.times = Array(times[rows])
        part.values = Array(values[rows])
        return part
    }

    /// The last value before a time, of values that are sorted by time.
    func last(before time: Date) -> Double? {
        let rows = rowsOfSorted(times, from: .distantPast, to: time)
        return rows.isEmpty ? nil : values[rows.upperBound - 1]
    }

    mutating func sort() {
        let order = orderByTime(times)
        times = order.map { times[$0] }
        values = order.map { values[$0] }
    }

    func column(of type: QuantityType) -> QuantityColumn {
        QuantityColumn(typeIdentifier: type.identifier, unit: type.unit, starts: times, ends: nil, values: values)
    }
}

/// Values, each over an interval.
struct IntervalValues: Sendable {
    private(set) var starts: [Date] = []
    private(set) var ends: [Date] = []
    private(set) var values: [Double] = []

    mutating func append(_ value: Double, from start: Date, to end: Date) {
        starts.append(start)
        ends.append(end)
        values.append(value)
    }

    func column(of type: QuantityType) -> QuantityColumn {
        QuantityColumn(typeIdentifier: type.identifier, unit: type.unit, starts: starts, ends: ends, values: values)
    }
}
