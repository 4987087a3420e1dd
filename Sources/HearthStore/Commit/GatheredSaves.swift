internal import HearthModel

/// The samples of saves that have nothing to do with each other, those of each type together: what a save does with its
/// columns is done once for all of them.
struct GatheredSaves {
    private var pieces: [Piece] = []
    /// For each type the piece to which more can be added.
    private var last: [ObjectType: Int] = [:]
    private let segmentSamples: Int

    /// Columns that can be joined, in the order of their sequence numbers.
    private struct Piece {
        let form: Form
        var parts: [SampleColumns] = []
        var count = 0
        var provenances: [UInt32] = []
        var sequences: [UInt64] = []
        var commits: [UInt64] = []
    }

    /// What columns of a type have in common that can be joined before they are normalized.
    fileprivate struct Form: Equatable {
        var unit: Unit?
        /// What is known of series follows from their points where there are any, and else comes with them.
        var hasPoints = false
        /// See `SegmentRows.shape`.
        var shape: UInt8 = 0
    }

    init(_ options: StoreOptions) {
        segmentSamples = options.segmentSamples
    }

    /// Adds samples, which are sorted by start and have the numbers from `first` on; `appendProvenances` appends the numbers
    /// of their provenances.
    mutating func add(
        _ samples: SampleColumns,
        from first: UInt64,
        commit: UInt64,
        _ appendProvenances: (inout [UInt32]) -> Void
    ) {
        let index = piece(for: samples)
        let count = samples.count
        pieces[index].parts.append(samples)
        pieces[index].count += count
        appendProvenances(&pieces[index].provenances)
        pieces[index].sequences.append(contentsOf: first..<first + UInt64(count))
        pieces[index].commits.append(contentsOf: repeatElement(commit, count: count))
    }

    private mutating func piece(for samples: SampleColumns) -> Int {
        let form = samples.payload.form
        if let index = last[samples.type], pieces[index].form == form,
            pieces[index].count + samples.count <= segmentSamples
        {
            return index
        }
        pieces.append(Piece(form: form))
        last[samples.type] = pieces.count - 1
        return pieces.count - 1
    }

    /// The samples as they are stored. Throws when those of any save are to be refused.
    func rows() throws(HearthError) -> [SegmentRows] {
        var rows: [SegmentRows] = []
        for piece in pieces {
            rows.append(
                SegmentRows(
                    samples: try SampleColumns.joined(piece.parts).normalized(),
                    provenances: piece.provenances,
                    sequences: piece.sequences,
                    commits: piece.commits,
                    syncKeys: []
                )
            )
        }
        return rows
    }
}

/// In a method of the payload, where its columns are looked at in place.
extension SampleColumns.Payload {
    fileprivate var form: GatheredSaves.Form {
        switch self {
        case .quantity(let columns): GatheredSaves.Form(unit: columns.unit, hasPoints: columns.points != nil)
        case .route(let columns): GatheredSaves.Form(shape: columns.shape)
        case .category, .correlation, .workout, .heartbeat: GatheredSaves.Form()
        }
    }
}

// MARK: - Saving them

extension WriteExecution {
    /// Saves that have nothing to do with each other nor with what is stored: there is nothing to decide.
    ///
    /// Throws when one of them has to be refused. Which one, and why, shows when each is carried out by itself.
    mutating func save(independent saves: ArraySlice<Write>) throws(HearthError) -> [Receipt] {
        var gathered = GatheredSaves(working.options)
        var receipts: [Receipt] = []
        for write in saves {
            guard case .save(let columns) = write.operation else { preconditionFailure("a write that is no save") }
            origin = write.origin
            receipts.append(try gather(columns, in: &gathered))
        }
        for rows in try gathered.rows() {
            working.add(rows)
        }
        return receipts
    }

    private mutating func gather(
        _ columns: [SampleColumns],
        in gathered: inout GatheredSaves
    ) throws(HearthError) -> Receipt {
        let count = columns.reduce(0) { $0 + $1.count }
        let commit = working.head + UInt64(count)
        var next = working.head + 1
        for var samples in columns {
            try checkSources(of: samples)
            if let order = samples.orderByStart {
                samples = samples.selecting(order)
            }
            let sources = samples.provenance
            samples.provenance = DictionaryColumn()
            let count = samples.count
            gathered.add(samples, from: next, commit: commit) { numbers in
                appendProvenances(of: sources, count, to: &numbers)
            }
            next += UInt64(count)
        }
        working.set(head: commit)
        return Receipt(anchor: working.snapshot.anchor, added: count)
    }
}
