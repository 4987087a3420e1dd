import HearthModel
import HearthStore
import HearthTestSupport

extension ScriptGenerator {
    /// What an app saves with one write.
    mutating func columns(from origin: Write.Origin) -> [SampleColumns] {
        var result: [SampleColumns] = []
        var taken: Set<ObjectID> = []
        for _ in 0..<random.pick([1, 1, 2, 3]) {
            let type = random.chance(30) ? ObjectType.bloodPressure : random.pick(Alphabet.types)
            guard type.kind == .correlation else {
                result.append(samples(of: type, &taken))
                continue
            }
            result += correlations(&taken)
        }
        return result
    }

    /// Correlations with columns of their members, before or after them.
    private mutating func correlations(_ taken: inout Set<ObjectID>) -> [SampleColumns] {
        let members = random.some(
            [ObjectType.bloodPressureSystolic, .bloodPressureDiastolic],
            atMost: 1 + random.below(2)
        )
        .map { samples(of: $0, &taken) }
        let all = members.flatMap(\.ids)
        let lists = random.list(random.pick([1, 1, 2])) { random in random.some(all, atMost: 1 + random.below(3)) }
        let ids = newIDs(lists.count, &taken)
        let correlations = SampleColumns(
            type: .bloodPressure,
            ids: ids,
            starts: random.list(ids.count) { $0.pick(Alphabet.times) },
            metadata: metadata(rows: ids.count),
            payload: .correlation(
                CorrelationColumns(lengths: lists.map { UInt32($0.count) }, members: lists.flatMap { $0 })
            )
        )
        return random.chance(50) ? members + [correlations] : [correlations] + members
    }

    private mutating func samples(of type: ObjectType, _ taken: inout Set<ObjectID>) -> SampleColumns {
        let ids = newIDs(random.chance(6) ? 12 : 1 + random.below(4), &taken)
        let starts = random.list(ids.count) { $0.pick(Alphabet.times) }
        let lasts = random.list(ids.count) { $0.pick(Alphabet.times) }
        let ends = random.chance(40) ? [] : zip(starts, lasts).map { max($0, $1) }
        var columns = SampleColumns(
            type: type,
            ids: ids,
            starts: starts,
            ends: ends,
            provenance: provenance(rows: ids.count),
            metadata: metadata(rows: ids.count),
            payload: .category(CategoryColumns(values: []))
        )
        columns.payload = payload(of: columns)
        return columns
    }

    private mutating func newIDs(_ count: Int, _ taken: inout Set<ObjectID>) -> [ObjectID] {
        (0..<count).map { _ in
            // Now and then one that this write has already, or that is stored.
            if random.chance(1) { return random.pick(Alphabet.ids) }
            let id = freshID(excluding: taken)
            taken.insert(id)
            return id
        }
    }

    private mutating func provenance(rows: Int) -> DictionaryColumn<Provenance> {
        switch random.below(4) {
        case 0: return DictionaryColumn()
        case 1: return DictionaryColumn(entries: [Provenance(device: random.pick(Alphabet.devices))])
        default:
            let entries = [Provenance(device: random.pick(Alphabet.devices)), Provenance()]
            return DictionaryColumn(entries: entries, indexes: random.list(rows) { UInt32($0.below(2)) })
        }
    }

    private mutating func metadata(rows: Int) -> DictionaryColumn<Metadata> {
        guard random.chance(65) else { return DictionaryColumn() }
        let different = random.list(random.pick([1, 2, 4])) { random in random.metadata() }
        // Each once, as the protocol has it.
        var entries: [Metadata] = []
        for metadata in different where !entries.contains(metadata) { entries.append(metadata) }
        let count = entries.count
        let indexes = count == 1 && random.chance(50) ? [] : random.list(rows) { UInt32($0.below(count)) }
        return DictionaryColumn(entries: entries, indexes: indexes)
    }
}

extension SeededGenerator {
    mutating func metadata() -> Metadata {
        var entries: [Metadata.Entry] = []
        if chance(65) {
            entries += sync()
        }
        for key in Alphabet.keys where chance(35) {
            entries.append(Metadata.Entry(key: key, value: metadataValue()))
        }
        return (try? Metadata(entries)) ?? .none
    }

    private mutating func sync() -> [Metadata.Entry] {
        let version = chance(70) ? MetadataValue.integer(Int64(1 + below(4))) : .double(pick([1, 1.5, 2, 2.5, 4]))
        return [
            Metadata.Entry(key: MetadataKey.syncIdentifier.rawValue, value: .string(pick(["a", "a", "a", "b", "c"]))),
            Metadata.Entry(key: MetadataKey.syncVersion.rawValue, value: version),
        ]
    }

    mutating func metadataValue() -> MetadataValue {
        switch below(6) {
        case 0: .string(pick(Alphabet.storedTexts))
        case 1: .integer(pick(Alphabet.wholeNumbers))
        case 2: .double(pick(Alphabet.doubles))
        case 3: .boolean(chance(50))
        case 4: .date(pick(Alphabet.times))
        default: .quantity(Quantity(value: pick(Alphabet.numbers), unit: unit(pick(["kg", "g", "lb", "count"]))))
        }
    }
}
