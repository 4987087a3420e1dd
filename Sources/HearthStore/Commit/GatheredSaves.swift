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
        var numbers = RowNumbers()
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

    /// Adds the columns at an index, with the numbers from `first` on; `appendProvenances` appends the numbers of their
    /// provenances. Here and below columns stay in their array and only what is stored in them is asked for: who hands
    /// them on, or has them compute something, copies them.
    mutating func add(
        _ columns: [SampleColumns],
        at index: Int,
        from first: UInt64,
        commit: UInt64,
        _ appendProvenances: (DictionaryColumn<Provenance>, inout [UInt32]) -> Void
    ) {
        let count = columns[index].ids.count
        let piece = piece(for: columns[index].type, columns[index].payload.form, count)
        if let order = columns[index].starts.ascendingOrder {
            pieces[piece].parts.append(columns[index].selecting(.each(order)))
        } else {
            pieces[piece].parts.append(columns[index])
        }
        let last = pieces[piece].parts.count - 1
        appendProvenances(pieces[piece].parts[last].provenance, &pieces[piece].numbers.provenances)
        pieces[piece].parts[last].provenance = DictionaryColumn()
        pieces[piece].count += count
        pieces[piece].numbers.append(count, from: first, commit: commit)
    }

    private mutating func piece(for type: ObjectType, _ form: Form, _ count: Int) -> Int {
        if let index = last[type], pieces[index].form == form, pieces[index].count + count <= segmentSamples {
            return index
        }
        pieces.append(Piece(form: form))
        last[type] = pieces.count - 1
        return pieces.count - 1
    }

    /// The samples as they are stored. Throws when those of any save are to be refused.
    func rows() throws(HearthError) -> [SegmentRows] {
        var rows: [SegmentRows] = []
        for piece in pieces {
            rows.append(SegmentRows(try SampleColumns.joined(piece.parts).normalized(), piece.numbers))
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
        receipts.reserveCapacity(saves.count)
        for index in saves.indices {
            guard case .save(let columns) = saves[index].operation else {
                preconditionFailure("a write that is no save")
            }
            origin = saves[index].origin
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
        let total = columns.indices.reduce(0) { $0 + columns[$1].ids.count }
        let commit = working.head + UInt64(total)
        var next = working.head + 1
        for index in columns.indices {
            try checkSources(of: columns[index].provenance)
            let count = columns[index].ids.count
            gathered.add(columns, at: index, from: next, commit: commit) { sources, numbers in
                appendProvenances(of: sources, count, to: &numbers)
            }
            next += UInt64(count)
        }
        working.set(head: commit)
        return Receipt(anchor: working.snapshot.anchor, added: total)
    }
}
