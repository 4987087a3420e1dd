internal import HearthModel

/// Puts rows of several segments together into the columns of a batch: those of one type in one.
///
/// Rows may come one by one, in turns from many segments. They are noted only, and taken from each segment at once when
/// the batch is complete.
struct BatchAssembly {
    private let context: ReadingContext
    private let selections: [TypeSelection]
    /// For each selection the rows so far.
    private var chosen: [ChosenRows]
    /// The selections in the order in which they first came.
    private var order: [Int] = []
    private(set) var interleaving: [UInt32] = []
    private(set) var count = 0

    init(_ selections: [TypeSelection], in context: ReadingContext) {
        self.context = context
        self.selections = selections
        chosen = Array(repeating: ChosenRows(), count: selections.count)
    }

    /// Whether rows can be in one batch with those that are there: routes of other columns cannot.
    func fits(_ other: SizedRows, _ selection: Int) -> Bool {
        chosen[selection].shape.map { $0 == other.shape } ?? true
    }

    /// What rows of a run take that they share with others of it: nothing if some of them are there already.
    func sharedBytes(_ rows: SizedRows, _ selection: Int) -> Int {
        chosen[selection].contains(rows) ? 0 : rows.weights.shared
    }

    mutating func append(_ rows: SizedRows, _ range: Range<Int>, _ selection: Int) {
        let position: Int
        if let known = order.firstIndex(of: selection) {
            position = known
        } else {
            position = order.count
            order.append(selection)
        }
        chosen[selection].append(rows, range)
        count += range.count
        interleaving += repeatElement(UInt32(position), count: range.count)
    }

    /// The columns, and the members of the correlations in them.
    func columns() throws(HearthError) -> (columns: [SampleColumns], members: [SampleColumns]) {
        var columns: [SampleColumns] = []
        var members: [(type: ObjectType, ids: [ObjectID])] = []
        for index in order {
            let rows = chosen[index].joined()
            columns.append(try finished(rows, selections[index]))
            if case .correlation(let correlations) = rows.samples.payload {
                members.append((rows.samples.type, correlations.members))
            }
        }
        guard !members.isEmpty else { return (columns, []) }
        let all = try memberColumns(members)
        guard count == 1 else { return (columns, all) }
        return (columns, BatchAssembly.fitting(all, in: Limits.sampleBytes - columns[0].messageBytes))
    }

    /// The members of one correlation that a frame has room for. A save or a new version is refused if a correlation
    /// would not fit then; but a member that was deleted and saved again, or a store of before, may have more.
    private static func fitting(_ members: [SampleColumns], in room: Int) -> [SampleColumns] {
        guard members.reduce(0, { $0 + $1.messageBytes }) > room else { return members }
        var left = room
        return members.compactMap { columns in
            let sizes = columns.messageBytesOfRows
            var end = 0
            while end < sizes.count, sizes[end] <= left {
                left -= sizes[end]
                end += 1
            }
            return end == 0 ? nil : columns.selecting(.range(0..<end))
        }
    }

    private func finished(_ rows: SegmentRows, _ selection: TypeSelection) throws(HearthError) -> SampleColumns {
        // What a segment says of some rows may be said of all rows of a batch by leaving it out.
        var samples = rows.samples.withoutDefaults()
        samples.provenance = provenances(rows.provenances)
        if case .quantity(var columns) = samples.payload {
            if let conversion = selection.conversion {
                columns.convert(conversion)
                if !conversion.isIdentity, columns.firstTooLarge != nil {
                    throw HearthError(
                        .valueOutOfRange,
                        "A value is too large for a number in the unit \(selection.unit?.text ?? ""): ask for another unit.",
                        field: selection.clause.map { "clauses[\($0)].unit" } ?? ""
                    )
                }
            }
            columns.unit = selection.unit
            samples.payload = .quantity(columns)
        }
        return samples
    }

    private func provenances(_ numbers: [UInt32]) -> DictionaryColumn<Provenance> {
        let column = DictionaryColumn(numbers: numbers)
        return DictionaryColumn(
            entries: column.entries.map { context.snapshot.provenances[$0] },
            indexes: column.indexes
        )
    }

    /// The samples that correlations contain, each once. Left out are those that were deleted, also where the UUID is now
    /// that of a sample that does not belong into the correlation.
    private func memberColumns(
        _ members: [(type: ObjectType, ids: [ObjectID])]
    ) throws(HearthError) -> [SampleColumns] {
        var isTaken: Set<ObjectID> = []
        var rows: [Int64: (segment: Segment, rows: [Int])] = [:]
        for (correlation, ids) in members {
            try context.reader.spend(ids.count * ReadingContext.workOfMember)
            for location in try context.locator.locate(ids).enumerated() {
                guard let found = location.element, let type = found.segment.type, correlation.allowsMember(type),
                    isTaken.insert(ids[location.offset]).inserted
                else { continue }
                rows[found.segment.id, default: (found.segment, [])].rows.append(found.row)
            }
        }
        var byType: [ObjectType: [SegmentRows]] = [:]
        for (segment, rows) in rows.values.sorted(by: { $0.segment.id < $1.segment.id }) {
            guard let type = segment.type else { continue }
            byType[type, default: []].append(try context.reader.rows(of: segment, context.parts).selecting(.each(rows)))
        }
        var columns: [SampleColumns] = []
        for (type, rows) in byType.sorted(by: { $0.key.index < $1.key.index }) {
            let joined = SegmentRows.joined(rows)
            if let selection = selections.first(where: { $0.type == type }) {
                columns.append(try finished(joined, selection))
            } else {
                columns.append(try finished(joined, TypeSelection(type, [], in: nil)))
            }
        }
        return columns
    }
}

/// Rows of one type for a batch, from any number of segments in turns.
private struct ChosenRows {
    private var sources: [(rows: SizedRows, chosen: RowList)] = []
    private var positions: [ObjectIdentifier: Int] = [:]
    /// From which source how many rows come next.
    private var turns: [(source: Int, count: Int)] = []

    /// See `SegmentRows.shape`.
    private(set) var shape: UInt8?

    func contains(_ rows: SizedRows) -> Bool { positions[ObjectIdentifier(rows)] != nil }

    mutating func append(_ added: SizedRows, _ range: Range<Int>) {
        let source: Int
        if let known = positions[ObjectIdentifier(added)] {
            source = known
        } else {
            source = sources.count
            shape = added.shape
            sources.append((added, .range(0..<0)))
            positions[ObjectIdentifier(added)] = source
        }
        sources[source].chosen.append(range)
        turns.append((source, range.count))
    }

    func joined() -> SegmentRows {
        let parts = sources.map { source in
            let rows = source.rows.rows
            return source.chosen.count == rows.count ? rows : rows.selecting(source.chosen)
        }
        let joined = SegmentRows.joined(parts)
        guard !zip(turns, turns.dropFirst()).allSatisfy({ $0.source <= $1.source }) else { return joined }
        var next: [Int] = []
        var start = 0
        for part in parts {
            next.append(start)
            start += part.count
        }
        var rows: [Int] = []
        for (source, count) in turns {
            rows += next[source]..<next[source] + count
            next[source] += count
        }
        return joined.selecting(.each(rows))
    }
}
