import HearthModel
import HearthWire

/// Prints changes, one on each line. The two values of a blood pressure that was saved with them share its line.
struct ChangePrinter {
    let dates: DateText
    let asJSON: Bool
    let inColours: Bool

    func print(_ batch: ChangeBatch, to output: inout Output) throws {
        let pressures = batch.added.map { BloodPressureValues($0, members: batch.members) }
        let shown = Set(zip(batch.added, pressures).flatMap { $1 == nil ? [] : $0.rows.flatMap(\.members) })
        for (columns, pressures) in zip(batch.added, pressures) {
            if asJSON {
                try printJSON(columns, pressures, to: &output)
            } else {
                try printLines(columns, pressures, besides: shown, to: &output)
            }
        }
        guard let deleted = batch.deleted else { return }
        for row in 0..<deleted.count {
            try print(deleted, row, to: &output)
        }
    }

    private func printJSON(
        _ columns: SampleColumns,
        _ pressures: BloodPressureValues?,
        to output: inout Output
    ) throws {
        let text = SampleJSON(columns, event: "added", pressures: pressures)
        var dates = UTCText()
        try output.addLines(columns.ids.indices) { text.append($0, to: &$1, &dates) }
    }

    /// `shown`: the values of blood pressures, which have no lines of their own.
    private func printLines(
        _ columns: SampleColumns,
        _ pressures: BloodPressureValues?,
        besides shown: Set<ObjectID>,
        to output: inout Output
    ) throws {
        for row in columns.ids.indices where !shown.contains(columns.ids[row]) {
            let sample = SampleRow(columns: columns, row: row, pressures: pressures)
            let value = "\(sample.roundedValue) \(sample.unitOrDetail)".trimmed
            let ending = dates.localEnd(sample.end, after: sample.start)
            let time = dates.local(sample.start) + (ending.isEmpty ? "" : " - \(ending)")
            let words = [time, sample.type.shortName, value, sample.source, sample.id.description]
            try output.print(" " + words.joined(separator: "  "), after: coloured("+", .green))
        }
    }

    private func print(_ deleted: Deletions, _ row: Int, to output: inout Output) throws {
        let identifier = deleted.types[row] ?? ""
        let type = ObjectType(identifier: identifier)?.shortName ?? identifier
        let id = deleted.ids[row].description
        guard asJSON else {
            let words = [dates.local(deleted.times[row]), type, id]
            return try output.print(" " + words.joined(separator: "  "), after: coloured("-", .red))
        }
        let members: KeyValuePairs<String, JSON> = [
            "event": .string("deleted"), "type": .string(type), "uuid": .string(id),
            "time": .string(DateText.utc(deleted.times[row])),
        ]
        try output.print(JSON.object(members).text)
    }

    private func coloured(_ text: String, _ colour: Colour) -> String {
        inColours ? colour.of(text) : text
    }
}
