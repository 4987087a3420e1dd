package import HearthModel

/// The samples that a query asks for, as one snapshot has them, one batch a step.
package final class QueryCursor {
    /// Whether the query's limit left samples out. Known when the last batch was taken.
    package private(set) var reachedLimit = false

    private var context: ReadingContext
    private let options: StoreOptions
    private let limit: UInt64
    private var sent: UInt64 = 0
    private var merge: SampleMerge
    /// The sets of members that the predicates refer to.
    private let members: [MemberSet]
    /// Rows that did not fit into the batch before.
    private var pending: MergedRows?

    init(
        _ request: QuerySamples,
        _ prepared: ClausePreparation,
        _ snapshot: Snapshot,
        _ reader: SegmentReader,
        _ options: StoreOptions
    ) throws(HearthError) {
        context = ReadingContext(snapshot, reader, includeSeries: request.includeSeries)
        self.options = options
        limit = request.limit == 0 ? .max : request.limit
        members = prepared.members
        merge = SampleMerge(
            try TypeSelection.selections(prepared.clauses, prepared.predicates),
            try SortOrder(request.order),
            in: context,
            // One more than is sent, to know whether there is more.
            atMost: limit < UInt64(Int32.max) ? Int(limit) + 1 : .max,
            options.sortedBytes
        )
    }

    /// The memory that it holds between two steps.
    package var held: ReadingMemory {
        let pendingBytes = pending.map { merge.takenBytes + $0.tableBytes } ?? 0
        return ReadingMemory(bytes: merge.memory + pendingBytes, shared: members)
    }

    /// The next samples, however long it takes; nil: there are no more.
    package func next() throws(HearthError) -> SampleBatch? {
        try CursorStep.untilBatch(context.reader, step)
    }

    /// The next samples, as far as a step with the work of `rows` rows finds them.
    package func step(_ reader: StoreReader, rows: Int) throws(HearthError) -> CursorStep<SampleBatch> {
        use(reader, rows)
        return try step()
    }

    private func use(_ reader: StoreReader, _ rows: Int) {
        context.reader = reader.beginStep(rows: rows)
        merge.context.reader = context.reader
    }

    private func step() throws(HearthError) -> CursorStep<SampleBatch> {
        var batch = BatchAssembly(merge.selections, in: context)
        let most = sent == 0 ? options.firstBatchSamples : options.batchSamples
        var room = min(UInt64(most), limit - sent)
        var bytes = options.batchBytes
        while room > 0, let rows = try takeRows() {
            let fitting = batch.fitting(rows, atMost: Int(room), bytes)
            guard fitting.rows < rows.count else {
                batch.append(rows)
                room -= UInt64(rows.count)
                sent += UInt64(rows.count)
                bytes -= fitting.bytes
                continue
            }
            let (first, rest) = rows.split(at: fitting.rows)
            pending = rest
            if fitting.rows > 0 {
                batch.append(first)
                sent += UInt64(first.count)
            }
            break
        }
        guard batch.count > 0 else {
            if sent == limit, try takeRows() != nil {
                reachedLimit = true
                return .end
            }
            return merge.hasMore ? .pause : .end
        }
        let (columns, members) = try batch.columns()
        return .batch(
            SampleBatch(
                columns: columns,
                members: members,
                interleaving: columns.count > 1 ? batch.interleaving : []
            )
        )
    }

    /// Whether there are no more samples, as far as a step with the work of `rows` rows can tell. Samples that it finds are
    /// kept for the next step.
    package func isAtEnd(_ reader: StoreReader, rows: Int) throws(HearthError) -> Bool {
        use(reader, rows)
        if pending == nil {
            pending = try merge.next()
        }
        guard sent < limit || pending == nil else {
            reachedLimit = true
            return true
        }
        return pending == nil && !merge.hasMore
    }

    private func takeRows() throws(HearthError) -> MergedRows? {
        if let pending {
            self.pending = nil
            return pending
        }
        return try merge.next()
    }
}
