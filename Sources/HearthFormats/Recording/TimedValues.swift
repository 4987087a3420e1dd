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
