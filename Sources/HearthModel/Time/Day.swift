/// A day of universal time.
package struct Day: Hashable, Sendable {
    /// Days since 1970-01-01.
    package let number: Int32

    package init(number: Int32) {
        self.number = number
    }

    /// The day of a moment.
    package init(of time: Timestamp) {
        let (days, rest) = time.nanoseconds.quotientAndRemainder(dividingBy: Day.nanoseconds)
        number = Int32(rest < 0 ? days - 1 : days)
    }

    /// Whether all of it is valid.
    package var isValid: Bool { (Day(of: .earliest)..<Day(of: .latest)).contains(self) }

    /// The first moment of a valid day.
    package var start: Timestamp { Timestamp(nanoseconds: Int64(number) * Day.nanoseconds) }

    /// Its moments. The day is valid.
    package var moments: Range<Timestamp> { start..<(self + 1).start }

    package static func + (day: Day, days: Int32) -> Day { Day(number: day.number + days) }

    private static let nanoseconds: Int64 = 86_400_000_000_000
}

extension Day: Comparable {
    package static func < (left: Day, right: Day) -> Bool { left.number < right.number }
}
