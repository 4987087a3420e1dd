import Foundation
import HearthModel

/// What an app has read, saved and deleted, as people read it: `heart rate  read 1,204 today, 9,800 in 7 days, last 07:12`.
struct CountsText {
    let now: Timestamp
    let zone: TimeZone
    /// Whether to show everything of the last 90 days, rather than only what was used in the last 7.
    let isOfOneApp: Bool

    /// What was not used in these last days is shown for a single app only.
    static let days: Int32 = 7

    /// A line for each type, by its name.
    func lines(of app: AppCounts) -> [String] {
        let rows = app.types.compactMap { type -> (name: String, texts: [String])? in
            let texts = texts(of: type)
            return texts.isEmpty ? nil : (type.type.plainWords, texts)
        }
        .sorted { $0.name < $1.name }
        let width = rows.map(\.name.count).max() ?? 0
        return rows.flatMap { row in
            row.texts.enumerated().map { index, text in
                let name = index == 0 ? row.name : ""
                return name + String(repeating: " ", count: width - name.count) + "  " + text
            }
        }
    }

    private func texts(of type: TypeCounts) -> [String] {
        let today = Day(of: now)
        return [("read", \AccessCount.read), ("saved", \.saved), ("deleted", \.deleted)].compactMap { verb, number in
            let counted = type.days.filter { $0.count[keyPath: number] > 0 }
            let sum = { (days: Int32) in
                counted.filter { $0.day > today + -days }.reduce(0) { $0 + $1.count[keyPath: number] }
            }
            let (day, week, all) = (sum(1), sum(CountsText.days), sum(Limits.countedDays))
            guard week > 0 || isOfOneApp && all > 0 else { return nil }
            var parts = day > 0 ? ["\(day.grouped) \(todayText)"] : []
            if week > day {
                parts.append("\(week.grouped) in \(CountsText.days) days")
            }
            if isOfOneApp, all > week {
                parts.append("\(all.grouped) in \(Limits.countedDays) days")
            }
            let times = counted.compactMap { number == \.read ? $0.count.lastRead : $0.count.lastWritten }
            if let last = times.max() {
                parts.append("last " + text(of: last))
            }
            return verb + " " + parts.joined(separator: ", ")
        }
    }

    /// Days are counted in universal time: it may not be the day that people have.
    private var todayText: String {
        let local = DateText(zone: zone).local(now).prefix(10)
        return local == DateText.utc(now).prefix(10) ? "today" : "today (UTC)"
    }

    /// `07:12`, with the day unless it is the present one.
    private func text(of time: Timestamp) -> String {
        let dates = DateText(zone: zone)
        let (day, clock) = (dates.local(time).prefix(10), dates.local(time).dropFirst(11).prefix(5))
        return day == dates.local(now).prefix(10) ? String(clock) : "\(day) \(clock)"
    }
}

extension UInt64 {
    /// With a comma between thousands: `1,204`.
    var grouped: String {
        var text = ""
        for (index, digit) in "\(self)".reversed().enumerated() {
            text = (index > 0 && index.isMultiple(of: 3) ? "\(digit)," : "\(digit)") + text
        }
        return text
    }
}
