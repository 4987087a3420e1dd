internal import HearthModel

/// The samples of independent saves, gathered by type: normalizing, cutting and indexing costs about the same for the
/// rows of one save as for those of all.
struct SaveBatch {
    /// In the order of their first sequence numbers; only the last one of a type grows.
    private var runs: [Run] = []
    private let segmentSamples: Int

    /// Columns of one type that can be joined, in the order of their sequence numbers.
    private struct Run {
        let type: ObjectType
        let form: Form
        var parts: [SampleColumns] = []
        var count = 0
        var numbers = RowNumbers()

        /// The samples as they are stored.
        var rows: SegmentRows { SegmentRows(SampleColumns.joined(parts).normalized(), numbers) }
    }

    /// The properties that columns of a type must share to be joined before they are normalized.
    fileprivate struct Form: Equatable {
        /// The storage unit, or nil for it.
        var unit: Unit?
        /// The statistics of a series come either from its points or with the samples.
        var hasPoints = false
        /// See `SegmentRows.shape`.
        var shape: UInt8 = 0
    }

    private init(_ options: StoreOptions) {
        segmentSamples = options.segmentSamples
    }

    /// Executes independent saves. One that must be refused leaves the others together.
    static func execute(_ saves: ArraySlice<Write>, in execution: inout WriteExecution) -> [WriteOutcome] {
        var batch = SaveBatch(execution.working.options)
        var outcomes: [WriteOutcome] = []
        outcomes.reserveCapacity(saves.count)
        for index in saves.indices {
            guard case .save(let columns) = saves[index].operation else {
                preconditionFailure("a write that is not a save")
            }
            execution.origin = saves[index].origin
            outcomes.append(WriteOutcome(saves[index].ticket, batch.add(columns, &execution)))
        }
        // By index: a loop over the elements would copy them.
        for index in batch.runs.indices {
            execution.working.add(batch.runs[index].rows)
        }
        return outcomes
    }

    /// Adds the samples of a save and numbers them, unless the save must be refused.
    private mutating func add(_ saved: [SampleColumns], _ execution: inout WriteExecution) -> Result<
        Receipt, HearthError
    > {
        let columns: ArraySlice<SampleColumns>
        let numbers: ProvenanceNumbers
        do throws(HearthError) {
            columns = try CheckedColumns(saved[...], from: execution.origin).columns
            numbers = try execution.working.numbers(of: columns, from: execution.origin, execution.coder)
        } catch {
            return .failure(error)
        }
        let total = columns.indices.reduce(0) { $0 + columns[$1].ids.count }
        let commit = execution.working.head + UInt64(total)
        var next = execution.working.head + 1
        var types = SampleCounts()
        for index in columns.indices {
            types.add(UInt64(columns[index].ids.count), of: columns[index].type)
            append(columns, at: index, from: next, commit: commit, numbers)
            next += UInt64(columns[index].ids.count)
        }
        execution.working.set(head: commit)
        let anchor = execution.working.snapshot.anchor(ofReader: execution.origin.view)
        return .success(ChangeCounts(added: total, types: types).receipt(at: anchor))
    }

    private mutating func append(
        _ columns: ArraySlice<SampleColumns>,
        at index: Int,
        from first: UInt64,
        commit: UInt64,
        _ provenances: ProvenanceNumbers
    ) {
        let count = columns[index].ids.count
        let run = run(for: columns[index].type, columns[index].payload.form, count)
        let entries = provenances.ofEntries[index]
        if let order = columns[index].starts.ascendingOrder {
            var numbers: [UInt32] = []
            columns[index].provenance.appendNumbers(rows: count, to: &numbers, entries)
            runs[run].numbers.provenances.append(contentsOf: order.lazy.map { numbers[$0] })
            runs[run].parts.append(columns[index].selecting(.each(order)))
        } else {
            columns[index].provenance.appendNumbers(rows: count, to: &runs[run].numbers.provenances, entries)
            runs[run].parts.append(columns[index])
        }
        // The numbers represent them.
        let last = runs[run].parts.count - 1
        runs[run].parts[last].provenance = DictionaryColumn()
        runs[run].numbers.append(count, from: first, commit: commit)
        runs[run].count += count
    }

    private mutating func run(for type: ObjectType, _ form: Form, _ count: Int) -> Int {
        // By index: a closure would copy each run.
        if let last = runs.indices.last(where: { runs[$0].type == type }), runs[last].form == form,
            runs[last].count + count <= segmentSamples
        {
            return last
        }
        runs.append(Run(type: type, form: form))
        return runs.count - 1
    }
}

/// A method of the payload: its columns are read in place.
extension SampleColumns.Payload {
    fileprivate var form: SaveBatch.Form {
        switch self {
        case .quantity(let columns): SaveBatch.Form(unit: columns.unit, hasPoints: columns.points != nil)
        case .route(let columns): SaveBatch.Form(shape: columns.shape)
        case .category, .correlation, .workout, .heartbeat, .record: SaveBatch.Form()
        }
    }
}
