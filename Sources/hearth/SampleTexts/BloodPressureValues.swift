import HearthClient
import HearthModel
import HearthWire

/// The values of blood pressures. The store keeps them in two quantities that the correlation names.
struct BloodPressureValues {
    let unit: DisplayUnit
    /// For each correlation systolic/diastolic; nil where one of the two is no longer stored.
    let texts: [String?]

    /// Of values that are known already.
    init(_ values: [Double], unit: DisplayUnit) {
        self.unit = unit
        texts = [BloodPressureValues.text(values, unit)]
    }

    /// Of blood pressures with their members. Nil when the columns hold none.
    init?(_ columns: SampleColumns, members: [SampleColumns]) {
        guard columns.type == .bloodPressure, case .correlation(let correlations) = columns.payload,
            let unit = columns.type.displayUnit
        else { return nil }
        let values = ObjectType.bloodPressureValues.map { type in
            var found: [ObjectID: Double] = [:]
            for columns in members where columns.type == type {
                guard case .quantity(let quantities) = columns.payload else { continue }
                found.merge(zip(columns.ids, quantities.values)) { $1 }
            }
            return found
        }
        self.init(correlations, values, unit: unit)
    }

    /// `values`: for each of the two types the values of samples.
    private init(_ correlations: CorrelationColumns, _ values: [[ObjectID: Double]], unit: DisplayUnit) {
        self.unit = unit
        texts = Series(correlations.lengths).ranges.map { range in
            let parts = values.compactMap { found in correlations.members[range].lazy.compactMap { found[$0] }.first }
            return parts.count == values.count ? BloodPressureValues.text(parts, unit) : nil
        }
    }

    /// Nil when the columns hold no blood pressures.
    init?(_ columns: SampleColumns, unit: DisplayUnit?, on connection: Connection) async throws {
        guard columns.type == .bloodPressure, case .correlation(let correlations) = columns.payload,
            let unit = unit ?? columns.type.displayUnit
        else { return nil }
        let lookup = SampleLookup(connection: connection)
        var values: [[ObjectID: Double]] = []
        for type in ObjectType.bloodPressureValues {
            var found: [ObjectID: Double] = [:]
            try await lookup.each(of: Set(correlations.members), types: [type], unit: unit.unit) { columns in
                guard case .quantity(let quantities) = columns.payload else { return }
                for (id, value) in zip(columns.ids, quantities.values) {
                    found[id] = value
                }
            }
            values.append(found)
        }
        self.init(correlations, values, unit: unit)
    }

    private static func text(_ values: [Double], _ unit: DisplayUnit) -> String {
        let isConverted = unit != ObjectType.bloodPressure.displayUnit
        return values.map { unit.text(of: isConverted ? $0.withoutLastDigit : $0) }.joined(separator: "/")
    }
}
