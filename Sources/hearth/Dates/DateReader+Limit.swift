import HearthModel

extension DateReader {
    /// From when an app reads that is limited. Whole days ago, as in `30d` or `0d`, are the beginning of that day: this is what
    /// a question offers as well.
    func limitStart(_ text: String) throws(InputError) -> Timestamp {
        let moment = try moment(text)
        let unit = text.lowercased().first(where: \.isLetter)
        let isToday = DatePhrase(text) == .seconds(0) && (unit == "d" || unit == "w")
        guard isToday || DatePhrase(text)?.isOfWholeDays == true else { return moment }
        return try self.moment(String(DateText(zone: zone).local(moment).prefix(10)))
    }
}

extension DatePhrase {
    /// Whether it is a number of days, weeks, months or years ago.
    fileprivate var isOfWholeDays: Bool {
        switch self {
        case .months: true
        case .seconds(let count): count > 0 && count.isMultiple(of: 86_400)
        case .day, .weekday: false
        }
    }
}
