internal import HearthModel

extension HKQuantitySample: FieldHolder {
    func value(of field: Field) -> FieldValue? {
        guard field.applies(to: type) else { return nil }
        switch field {
        case .count: return .integer(condensed?.count ?? 1)
        case .quantity, .quantitySum, .quantityAverage: return stored(value)
        case .quantityMinimum: return stored(condensed?.minimum ?? value)
        case .quantityMaximum: return stored(condensed?.maximum ?? value)
        case .quantityMostRecent: return stored(condensed?.mostRecent ?? value)
        case .mostRecentStart: return .integer(mostRecentTimes.start.nanoseconds)
        case .mostRecentEnd: return .integer(mostRecentTimes.end.nanoseconds)
        case .mostRecentDuration: return .number(seconds(from: mostRecentTimes.start, to: mostRecentTimes.end))
        default: return nil
        }
    }

    private var mostRecentTimes: (start: Timestamp, end: Timestamp) {
        condensed.map { ($0.mostRecentStart, $0.mostRecentEnd) }
            ?? (Timestamp(clamping: startDate), Timestamp(clamping: endDate))
    }

    /// A value in the unit in which the store keeps it.
    private func stored(_ value: Double) -> FieldValue? {
        guard let storageUnit = type.storageUnit else { return nil }
        return (try? HKQuantity(value, unit).value(in: storageUnit)).map { .number($0) }
    }
}

extension HKCategorySample: FieldHolder {
    func value(of field: Field) -> FieldValue? {
        field == .categoryValue ? .integer(Int64(value)) : nil
    }
}
