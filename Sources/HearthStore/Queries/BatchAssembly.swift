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
        chosen[selection].contains(rows) ? 0 : rows.sizes.shared
    }

    mutating func append(_ rows: SizedRows, _ range: Range<Int>, _ selection: Int) {
        let source = chosen[selection].append(rows, range)
        chosen[selection].take(range.count, from: source)
        count += range.count
        interleaving += repeatElement(position(of: selection), count: range.count)
    }

    /// Appends rows of several runs in turns.
    mutating func append(_ rows: MergedRows) {
        if let single = rows.single {
            append(single.rows, single.range, single.selection)
            return
        }
        let sources = rows.parts.map { part in
            part.range.isEmpty ? 0 : chosen[part.selection].append(part.rows, part.range)
        }
        count += rows.count
        let selection = rows.parts[0].selection
        if rows.parts.allSatisfy({ $0.selection == selection }) {
            chosen[selection].take(rows.turns, of: sources)
            interleaving += repeatElement(position(of: selection), count: rows.count)
        } else {
            for turn in rows.turns {
                let selection = rows.parts[Int(turn)].selection
                chosen[selection].take(1, from: sources[Int(turn)])
                interleaving.append(position(of: selection))
            }
        }
    }

    /// The position of a selection among those that have rows in the batch.
    private mutating func position(of selection: Int) -> UInt32 {
        if let known = order.firstIndex(of: selection) { return UInt32(known) }
        order.append(selection)
        return UInt32(order.count - 1)
    }

    /// How many of the rows the batch has room for, and their bytes. The first row always fits into an empty batch.
    func fitting(_ rows: MergedRows, atMost most: Int, _ bytes: Int) -> (rows: Int, bytes: Int) {
        if let single = rows.single { return fitting(single, atMost: most, bytes) }
        if let plain = fittingPlain(rows, atMost: most, bytes) { return plain }
        var next = rows.parts.map(\.range.lowerBound)
        var isShared = next.map { _ in false }
        var shapes: [Int: UInt8] = [:]
        var (fitting, used) = (0, 0)
        for turn in rows.turns.prefix(most).lazy.map(Int.init) {
            let part = rows.parts[turn]
            var added = part.rows.sizes.bytes(of: next[turn], inPieceFrom: part.range.lowerBound)
            if !isShared[turn] {
                let shape = shapes[part.selection] ?? chosen[part.selection].shape
                guard shape.map({ $0 == part.rows.shape }) ?? true else { break }
                shapes[part.selection] = part.rows.shape
                isShared[turn] = true
                added += sharedBytes(part.rows, part.selection)
            }
            guard used + added <= bytes || count == 0 && fitting == 0 else { break }
            used += added
            fitting += 1
            next[turn] += 1
        }
        return (fitting, used)
    }

    private func fitting(_ part: MergedRows.Part, atMost most: Int, _ bytes: Int) -> (rows: Int, bytes: Int) {
        let sizes = part.rows.sizes
        let shared = sharedBytes(part.rows, part.selection)
        let range = part.range
        let end = sizes.end(of: range.lowerBound, in: range.upperBound, atMost: most, bytes - shared)
        let taken = range.lowerBound..<end
        let all = shared + sizes.bytes(of: taken)
        // Rows of one run are taken apart, which costs copies, only where they fill a batch by themselves. And a sample
        // that is too large for any batch travels alone.
        let isWhole = end == range.upperBound && all <= bytes
        guard fits(part.rows, part.selection), count == 0 || isWhole else { return (0, 0) }
        return (taken.count, all)
    }

    /// A lower bound for rows of one size in each run: as if all parts were needed, and all rows were as large as those of
    /// the part with the largest ones. Nil if their sizes differ and each must be looked at.
    private func fittingPlain(_ rows: MergedRows, atMost most: Int, _ bytes: Int) -> (rows: Int, bytes: Int)? {
        var (shared, fixed) = (0, 1)
        for part in rows.parts {
            let (sizes, shape) = (part.rows.sizes, chosen[part.selection].shape ?? part.rows.shape)
            guard sizes.areEqual, shape == 0, part.rows.shape == 0 else { return nil }
            shared += sharedBytes(part.rows, part.selection)
            fixed = max(fixed, sizes.fixed)
        }
        let fitting = min(rows.count, most, (bytes - shared) / fixed)
        return fitting > 0 ? (fitting, shared + fitting * fixed) : nil
    }

    /// The columns, and the members of the correlations in them.
    func columns() throws(HearthError) -> (columns: [SampleColumns], members: [SampleColumns]) {
        var columns: [SampleColumns] = []
        var members: [(type: ObjectType, ids: [ObjectID])] = []
        for index in order {
            var rows = chosen[index].joined()
            if case .correlation(let all) = rows.samples.payload {
                let visible = try visible(all, of: rows.samples.type)
                rows.samples.payload = .correlation(visible)
                members.append((rows.samples.type, visible.members))
            }
            columns.append(try finished(rows, selections[index]))
        }
        guard !members.isEmpty else { return (columns, []) }
        let all = try memberColumns(members)
        guard count == 1 else { return (columns, all) }
        return (columns, BatchAssembly.fitting(all, in: Limits.sampleBytes - columns[0].messageBytes))
    }

    /// Correlations without the members that the reader may not see. What a deleted member was is not known any more, so
    /// that its UUID goes as well.
    private func visible(
        _ columns: CorrelationColumns,
        of type: ObjectType
    ) throws(HearthError) -> CorrelationColumns {
        guard let view = context.snapshot.view, view.needsMember(type) else { return columns }
        var visibility = Visibility(in: context.snapshot)
        var visible = CorrelationColumns(lengths: [], members: [])
        for ids in columns.memberships.map({ Array($0) }) {
            let locations = try context.locator.locate(ids)
            let before = visible.members.count
            for (id, location) in zip(ids, locations) {
                guard let location, try visibility.sees(location, context.reader) else { continue }
                visible.members.append(id)
            }
            visible.lengths.append(UInt32(visible.members.count - before))
        }
        return visible
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
    /// that of a sample that the correlation cannot contain.
    private func memberColumns(
        _ members: [(type: ObjectType, ids: [ObjectID])]
    ) throws(HearthError) -> [SampleColumns] {
        var isTaken: Set<ObjectID> = []
        var rows: [Int64: (segment: Segment, rows: [Int])] = [:]
        for (correlation, ids) in members {
            try context.reader.spend(ids.count * Locator.workOfMember)
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
    private var count = 0
    /// For each row its source. Empty: there is one source.
    private var turns: [UInt32] = []

    /// See `SegmentRows.shape`.
    private(set) var shape: UInt8?

    func contains(_ rows: SizedRows) -> Bool { positions[ObjectIdentifier(rows)] != nil }

    /// Adds rows without their positions, which `take` sets; returns their source.
    mutating func append(_ added: SizedRows, _ range: Range<Int>) -> UInt32 {
        let source: Int
        if let known = positions[ObjectIdentifier(added)] {
            source = known
        } else {
            source = sources.count
            shape = added.shape
            sources.append((added, .range(0..<0)))
            positions[ObjectIdentifier(added)] = source
            if source == 1 {
                turns = Array(repeating: 0, count: count)
            }
        }
        sources[source].chosen.append(range)
        return UInt32(source)
    }

    /// The next rows come from a source.
    mutating func take(_ rows: Int, from source: UInt32) {
        count += rows
        if sources.count > 1 {
            turns += repeatElement(source, count: rows)
        }
    }

    /// The next rows come from several sources in turns: `rows` has for each row an index of `numbers`.
    mutating func take(_ rows: ArraySlice<UInt32>, of numbers: [UInt32]) {
        count += rows.count
        if numbers.indices.allSatisfy({ numbers[$0] == UInt32($0) }) {
            turns += rows
        } else {
            turns.reserveCapacity(count)
            for turn in rows {
                turns.append(numbers[Int(turn)])
            }
        }
    }

    func joined() -> SegmentRows {
        let parts = sources.map { source in
            let rows = source.rows.rows
            return source.chosen.count == rows.count ? rows : rows.selecting(source.chosen)
        }
        let joined = SegmentRows.joined(parts)
        guard !turns.isAscending else { return joined }
        var next: [Int] = []
        var start = 0
        for part in parts {
            next.append(start)
            start += part.count
        }
        let rows = turns.map { turn in
            defer { next[Int(turn)] += 1 }
            return next[Int(turn)]
        }
        return joined.selecting(.each(rows))
    }
}
