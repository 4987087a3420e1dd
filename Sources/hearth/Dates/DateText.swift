import Foundation
import HearthModel

/// Moments as the program prints them.
struct DateText: Sendable {
    let zone: TimeZone

    /// For people: `2026-11-21 10:00:00` where they are, with milliseconds when there are some.
    func local(_ moment: Timestamp) -> String {
        let wall = wall(at: moment)
        return wall.dayText + " " + wall.timeText + milliseconds(moment)
    }

    /// For people who know when something began: `10:05:00`, with the day if it differs, nothing if it ended as it
    /// began.
    func localEnd(_ end: Timestamp, after start: Timestamp) -> String {
        guard end != start else { return "" }
        let (first, last) = (wall(at: start), wall(at: end))
        let isSameDay = (first.year, first.month, first.day) == (last.year, last.month, last.day)
        return (isSameDay ? "" : last.dayText + " ") + last.timeText + milliseconds(end)
    }

    /// For people who look at events that are close together: `10:00:00.000250` where they are.
    func clock(_ moment: Timestamp) -> String {
        wall(at: moment).timeText + "." + (moment.nanosecond / 1_000).padded(to: 6)
    }

    /// For programs: ISO 8601 in UTC, `2026-11-21T09:00:00.5Z`, to the nanosecond.
    static func utc(_ moment: Timestamp) -> String {
        var text = UTCText()
        var bytes: [UInt8] = []
        text.append(moment, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func wall(at moment: Timestamp) -> WallTime {
        WallTime(secondsSinceEpoch: moment.seconds + zone.offset(at: moment.seconds))
    }

    private func milliseconds(_ moment: Timestamp) -> String {
        let milliseconds = moment.nanosecond / 1_000_000
        return milliseconds == 0 ? "" : "." + milliseconds.padded(to: 3)
    }
}

extension Timestamp {
    /// The second in which it is, from its start.
    var wholeSecond: Timestamp { Timestamp(nanoseconds: nanoseconds - Int64(nanosecond)) }
}

extension WallTime {
    var dayText: String { "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))" }
    fileprivate var timeText: String { "\(hour.padded(to: 2)):\(minute.padded(to: 2)):\(second.padded(to: 2))" }
}

extension Int {
    /// With zeros in front.
    fileprivate func padded(to width: Int) -> String {
        let digits = "\(self)"
        return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }
}
