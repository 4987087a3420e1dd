/// A column that takes no memory until it has a value. NaN means no value.
struct OptionalColumn: Sendable {
    private(set) var values: [Double] = []

    mutating func append(_ value: Double?, row: Int) {
        if values.isEmpty {
            guard value != nil else { return }
            values = Array(repeating: .nan, count: row)
        }
        values.append(value ?? .nan)
    }

    subscript(row: Int) -> Double? {
        guard row < values.count, !values[row].isNaN else { return nil }
        return values[row]
    }
}
