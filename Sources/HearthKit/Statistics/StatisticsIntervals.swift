internal import Foundation
internal import HearthModel

/// The intervals of a collection of statistics: each begins where the one before it ends, without beginning and end.
///
/// Edge number k is the anchor plus k times the components, counted from the anchor and never from the edge before: of
/// months from 31 January, the first ends on 28 February and the second on 31 March.
struct StatisticsIntervals: Sendable {
    private let anchor: Date
    private let step: Step
    private let calendar: Calendar

    /// The most intervals of one collection.
    static let most = 1 << 23

    /// Intervals as long as the components, in their calendar and time zone, or else in the current ones. Components that
    /// are no time, or go back in time, are an error.
    init(anchor: Date, components: DateComponents) throws(HearthError) {
        guard let step = Step(components) else {
            throw HearthError(.invalidArgument, "An interval has a length above zero.", field: "intervalComponents")
        }
        self.anchor = anchor
        self.step = step
        var calendar = components.calendar ?? .current
        calendar.timeZone = components.timeZone ?? calendar.timeZone
        self.calendar = calendar
    }

    /// The interval that contains a time; nil: it is too far from the anchor.
    func interval(containing time: Timestamp) -> Range<Timestamp>? {
        guard let number = number(of: time), let start = edge(number), let end = edge(number + 1) else { return nil }
        return start..<end
    }

    /// The edges of the intervals from the one that contains `first` to the one that contains `last`, and of a share of
    /// `ahead` more. Edges outside of the store's years are at the border of these.
    func edges(from first: Timestamp, through last: Timestamp, ahead: Double = 0) throws(HearthError) -> [Timestamp] {
        guard let low = number(of: first), let high = number(of: last) else {
            throw HearthError(.valueOutOfRange, "The anchor is too far from the samples.", field: "anchorDate")
        }
        guard high - low < StatisticsIntervals.most else {
            throw HearthError(
                .limitExceeded,
                "The samples are in more than \(StatisticsIntervals.most) intervals.",
                field: "intervalComponents"
            )
        }
        let more = ahead > 0 ? StatisticsIntervals.leastAhead + Int(Double(high - low) * ahead) : 0
        var edges: [Timestamp] = []
        edges.reserveCapacity(high - low + more + 2)
        for number in low...high + more + 1 {
            guard let edge = edge(number) else { break }
            let time = min(max(edge, .earliest), .latest)
            // A calendar may skip a day, which is then an interval without time.
            if edges.last.map({ $0 < time }) ?? true {
                edges.append(time)
            }
        }
        return edges
    }

    private static let leastAhead = 8

    /// The number of the interval that contains a time: the first of them begins at the anchor.
    private func number(of time: Timestamp) -> Int? {
        let distance = time.date.timeIntervalSince(anchor)
        guard abs(distance / step.seconds) < 1e15 else { return nil }
        var number = Int((distance / step.seconds).rounded(.down))
        // A calendar's lengths vary, so the estimate is corrected. Each correction is smaller than the one before.
        for _ in 0..<64 {
            guard let start = edge(number), let end = edge(number + 1) else { return nil }
            if start > time {
                number -= max(1, Int(seconds(from: time, to: start) / step.seconds))
            } else if end <= time {
                number += max(1, Int(seconds(from: end, to: time) / step.seconds))
            } else {
                return number
            }
        }
        return nil
    }

    private func edge(_ number: Int) -> Timestamp? {
        if let length = step.fixedNanoseconds, let start = Timestamp(anchor) {
            let (offset, isTooLong) = length.multipliedReportingOverflow(by: Int64(number))
            let (time, isTooFar) = start.nanoseconds.addingReportingOverflow(offset)
            guard !isTooLong, !isTooFar else { return Timestamp(nanoseconds: number < 0 ? .min : .max) }
            return Timestamp(nanoseconds: time)
        }
        return step.times(number).flatMap { calendar.date(byAdding: $0, to: anchor) }.map(Timestamp.init(clamping:))
    }
}

/// The length of an interval.
private struct Step: Sendable {
    private var years = 0
    private var months = 0
    private var weeks = 0
    private var days = 0
    private var hours = 0
    private var minutes = 0
    private var fraction = 0
    private var plainSeconds = 0

    /// Nil if the components are not a time, or go back in time.
    init?(_ components: DateComponents) {
        let field = { (value: Int?, most: Int) -> Int? in
            let value = value ?? 0
            return (0...most).contains(value) ? value : nil
        }
        guard let years = field(components.year, 10_000), let weekYears = field(components.yearForWeekOfYear, 10_000),
            let months = field(components.month, 100_000), let quarters = field(components.quarter, 100_000),
            let weeks = field(components.weekOfYear, 1_000_000),
            let weeksOfMonth = field(components.weekOfMonth, 1_000_000),
            let days = field(components.day, 10_000_000), let weekdays = field(components.weekday, 10_000_000),
            let hours = field(components.hour, 100_000_000), let minutes = field(components.minute, 10_000_000_000),
            let seconds = field(components.second, 1_000_000_000_000),
            let nanoseconds = field(components.nanosecond, .max)
        else { return nil }
        self.years = years + weekYears
        self.months = months + 3 * quarters
        self.weeks = weeks + weeksOfMonth
        self.days = days + weekdays
        self.hours = hours
        self.minutes = minutes
        plainSeconds = seconds
        fraction = nanoseconds
        guard self.seconds > 0 else { return nil }
    }

    /// About as long; exactly so without parts whose length the calendar knows.
    var seconds: Double {
        Double(years) * 31_556_952 + Double(months) * 2_629_746 + Double(weeks) * 604_800 + Double(days) * 86_400
            + Double(hours) * 3_600 + Double(minutes) * 60 + Double(plainSeconds) + Double(fraction) / 1e9
    }

    /// The length, if it is always the same.
    var fixedNanoseconds: Int64? {
        guard years == 0, months == 0, weeks == 0, days == 0, seconds < 9e9 else { return nil }
        return Int64(hours * 3_600 + minutes * 60 + plainSeconds) * 1_000_000_000 + Int64(fraction)
    }

    /// As long as this number of intervals; nil: that is too long.
    func times(_ number: Int) -> DateComponents? {
        var result = DateComponents()
        let parts: [(WritableKeyPath<DateComponents, Int?>, Int)] = [
            (\.year, years), (\.month, months), (\.weekOfYear, weeks), (\.day, days), (\.hour, hours),
            (\.minute, minutes), (\.second, plainSeconds), (\.nanosecond, fraction),
        ]
        for (part, value) in parts where value > 0 {
            let (product, isTooLong) = value.multipliedReportingOverflow(by: number)
            guard !isTooLong else { return nil }
            result[keyPath: part] = product
        }
        return result
    }
}
