import HearthModel
import HearthWire

/// Prints changes, one on each line.
struct ChangePrinter {
    let dates: DateText
    let asJSON: Bool
    let inColours: Bool

    func lines(_ batch: ChangeBatch) -> [String] {
        let added = batch.added.flatMap(\.rows).map(line)
        guard let deleted = batch.deleted else { return added }
        return added + (0..<deleted.count).map { line(deleted, $0) }
    }

    private func line(_ sample: SampleRow) -> String {
        if asJSON {
            return JSON.members([("event", .string("added"))] + sample.jsonMembers).text
        }
        let value = "\(sample.value) \(sample.unitOrDetail)".trimmed
        let ending = dates.localEnd(sample.end, after: sample.start)
        let time = dates.local(sample.start) + (ending.isEmpty ? "" : " - \(ending)")
        let words = [time, sample.type.shortName, value, sample.source.printable, sample.id.description]
        return coloured("+", .green) + " " + words.joined(separator: "  ")
    }

    private func line(_ deleted: Deletions, _ row: Int) -> String {
        let identifier = deleted.types[row] ?? ""
        let type = ObjectType(identifier: identifier)?.shortName ?? identifier.printable
        if asJSON {
            return JSON.object([
                "event": .string("deleted"), "type": .string(type), "uuid": .string(deleted.ids[row].description),
                "time": .string(DateText.utc(deleted.times[row])),
            ]).text
        }
        let words = [dates.local(deleted.times[row]), type, deleted.ids[row].description]
        return coloured("-", .red) + " " + words.joined(separator: "  ")
    }

    private func coloured(_ text: String, _ colour: Colour) -> String {
        inColours ? colour.of(text) : text
    }
}
