import HearthModel
import HearthWire

/// Prints changes, one on each line.
struct ChangePrinter {
    let dates: DateText
    let asJSON: Bool
    let inColours: Bool

    func print(_ batch: ChangeBatch, to output: inout Output) throws {
        for columns in batch.added {
            try asJSON ? printJSON(columns, to: &output) : printLines(columns, to: &output)
        }
        guard let deleted = batch.deleted else { return }
        for row in 0..<deleted.count {
            try print(deleted, row, to: &output)
        }
    }

    private func printJSON(_ columns: SampleColumns, to output: inout Output) throws {
        let text = SampleJSON(columns, event: "added")
        var dates = UTCText()
        try output.addLines(columns.ids.indices) { text.append($0, to: &$1, &dates) }
    }

    private func printLines(_ columns: SampleColumns, to output: inout Output) throws {
        for sample in columns.rows {
            let value = "\(sample.value) \(sample.unitOrDetail)".trimmed
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
