import HearthModel
import HearthStore
import HearthWire

extension ScriptGenerator {
    /// Writes that a store must refuse, of every kind; some happen to be fine.
    mutating func refused(_ origin: Write.Origin) -> Write.Operation {
        var columns = columns(from: origin)
        let index = random.below(columns.count)
        switch random.below(9) {
        case 0:
            columns[index] = twice(columns[index])
        case 1:
            let foreign = Provenance(source: Source(bundleIdentifier: "org.example.other", name: "Other"))
            columns[index].provenance = DictionaryColumn(entries: [foreign])
        case 2:
            columns.append(correlation(members: [random.pick(Alphabet.ids)], taken: columns))
        case 3:
            columns.append(correlation(members: [columns[index].ids[0]], taken: columns))
        case 4:
            columns[index].ids[0] = storedIDs().randomElement(using: &random) ?? columns[index].ids[0]
        case 5:
            return .delete(.objects([random.pick(Alphabet.ids), random.pick(Alphabet.ids)]))
        case 6:
            let stored = storedIDs()
            return .delete(.objects(stored.isEmpty ? [random.pick(Alphabet.ids)] : random.some(stored, atMost: 3)))
        case 7:
            return .addToWorkout(AddToWorkout(workout: random.pick(Alphabet.ids), stored: [random.pick(Alphabet.ids)]))
        default:
            let workout = workout
            return .addToWorkout(AddToWorkout(workout: workout, stored: [random.pick(Alphabet.ids)]))
        }
        return .save(columns)
    }

    /// The columns with the first sample again at the end.
    private func twice(_ columns: SampleColumns) -> SampleColumns {
        guard columns.count > 1 else { return columns }
        var columns = columns
        columns.ids[columns.count - 1] = columns.ids[0]
        return columns
    }

    private mutating func correlation(members: [ObjectID], taken: [SampleColumns]) -> SampleColumns {
        SampleColumns(
            type: .bloodPressure,
            ids: [freshID(excluding: Set(taken.flatMap(\.ids)))],
            starts: [random.pick(Alphabet.times)],
            payload: .correlation(CorrelationColumns(lengths: [UInt32(members.count)], members: members))
        )
    }
}
