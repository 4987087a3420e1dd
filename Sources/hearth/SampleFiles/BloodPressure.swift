import HearthModel

/// A blood pressure as people write it, `120/80`: two quantities, and the correlation that joins them.
struct BloodPressure: Sendable {
    let systolic: Double
    let diastolic: Double
    let unit: DisplayUnit

    /// Both values are in the same unit.
    init(_ text: String, unit: String?, allowingImplausible: Bool) throws(InputError) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            throw InputError("A blood pressure is written systolic/diastolic, such as 120/80.")
        }
        let readers = try [ObjectType.bloodPressureSystolic, .bloodPressureDiastolic].map { type throws(InputError) in
            try SampleValueReader(type, unit: unit, allowingImplausible: allowingImplausible)
        }
        guard let unit = readers[0].unit else {
            throw InputError("bloodPressure has no unit.")
        }
        self.unit = unit
        systolic = try readers[0].quantity(String(parts[0]).utf8Span.span, in: unit)
        diastolic = try readers[1].quantity(String(parts[1]).utf8Span.span, in: unit)
    }

    /// `120/80`
    var text: String { "\(unit.text(of: systolic))/\(unit.text(of: diastolic))" }

    /// The two quantities and their correlation, which comes last and has the metadata.
    func columns(_ row: NewSamples.Row) -> [SampleColumns] {
        var plain = row
        plain.attachment = .none
        let members = [(ObjectType.bloodPressureSystolic, systolic), (.bloodPressureDiastolic, diastolic)].map {
            var samples = NewSamples(of: $0.0, unit: unit)
            samples.add(quantity: $0.1, plain)
            return samples.numbered().columns
        }
        let correlation = SampleColumns(
            type: .bloodPressure,
            ids: ObjectIDGenerator.shared.next(count: 1),
            starts: [row.start],
            ends: row.end == row.start ? [] : [row.end],
            metadata: DictionaryColumn(entries: row.attachment.metadata == .none ? [] : [row.attachment.metadata]),
            payload: .correlation(CorrelationColumns(lengths: [2], members: members.flatMap(\.ids)))
        )
        return members + [correlation]
    }
}
