import HearthModel

extension String {
    /// Whether it is a number without a unit, be it one that is too large to be stored: `1e400`.
    var isNumber: Bool { Double(self) != nil }

    /// The last digit of a number, or of a blood pressure, at the beginning: where a unit after it may begin.
    var lastNumberIndex: Index? {
        var position = startIndex
        var last: Index?
        while position < endIndex, "0123456789+-.,/".contains(self[position]) {
            last = self[position].isNumber ? position : last
            position = index(after: position)
        }
        return last
    }

    /// A number and the unit in the same word, such as `5km`; the unit is empty if there is none.
    var numberAndUnit: (number: String, unit: String) {
        guard !isNumber, let digit = lastNumberIndex else { return (self, "") }
        return (String(self[...digit]), self[index(after: digit)...].trimmed)
    }
}
