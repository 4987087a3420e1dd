package import HearthModel

/// The statistics of neighbouring buckets, as one snapshot has them, one batch a step.
package final class StatisticsCursor {
    /// What a step has come to.
    package enum Progress {
        /// The batch has no room for the next row.
        case full
        /// The step has done its work, and more is left to read.
        case pause
        /// Nothing is left.
        case done
    }

    private var run: StatisticsRun
    /// The sets of members that the predicates refer to.
    private let members: [MemberSet]

    /// For some neighbouring buckets of a request. The prepared clauses are those that the request has for these buckets;
    /// nil: to be prepared, however long it takes. `live`: what a client that follows was sent; only what has changed is
    /// sent then.
    package init(
        _ request: QueryStatistics,
        of buckets: Range<Int>,
        in snapshot: Snapshot,
        _ reader: StoreReader,
        live: LiveStatistics? = nil,
        sharing orders: SharedSourceOrder = SharedSourceOrder(),
        _ prepared: ClausePreparation? = nil
    ) throws(HearthError) {
        let prepared = try reader.whole(prepared, request.clauses(of: buckets), snapshot)
        members = prepared.members
        run = try StatisticsRun(request, buckets, live, orders, prepared, snapshot, reader.segments, reader.options)
    }

    /// The memory that it holds between two steps.
    package var held: ReadingMemory { ReadingMemory(bytes: run.heldBytes, shared: members) }

    /// An empty batch of as many rows as a batch may have.
    package func newBatch() -> StatisticsAssembly { run.newBatch() }

    /// Adds the next rows to a batch, as far as a step with the work of `rows` rows finds them.
    package func step(
        _ reader: StoreReader,
        rows: Int,
        into batch: inout StatisticsAssembly
    ) throws(HearthError) -> Progress {
        run.use(reader.beginStep(rows: rows))
        return try run.step(into: &batch)
    }
}

/// A cursor's state. A struct, whose parts change where they are.
private struct StatisticsRun {
    private let type: ObjectType
    private let options: StatisticsOptions
    private let limits: StoreOptions
    private let conversion: UnitConversion
    private let live: LiveStatistics?
    private let buckets: Range<Int>
    private var context: ReadingContext
    private let selections: [TypeSelection]
    private let sortOrder: SortOrder
    private let order: SourceOrder?
    /// Nil once the plan is complete.
    private var plan: StatisticsPlan?
    /// What is still to be read.
    private var readings: ArraySlice<StatisticsPlan.Reading> = []
    /// The segments that are being merged; nil: none are.
    private var merge: SampleMerge?
    private var input: DatumInput
    /// The quantities of the segment that is being read whole, from the first that is not placed yet.
    private var run: (quantities: SingleQuantities, next: Int)?
    private var pass: BucketPass
    /// The next datum, which waits for its bucket.
    private var waiting: Datum?
    /// The first bucket without any result yet.
    private var next: Int
    /// Rows that wait for a batch.
    private var output: ArraySlice<StatisticsOutput> = []
    private var isDone = false

    init(
        _ request: QueryStatistics,
        _ buckets: Range<Int>,
        _ live: LiveStatistics?,
        _ orders: SharedSourceOrder,
        _ prepared: ClausePreparation,
        _ snapshot: Snapshot,
        _ reader: SegmentReader,
        _ limits: StoreOptions
    ) throws(HearthError) {
        guard let clause = request.clauses.first, let aggregation = clause.type.aggregation,
            let stored = clause.type.storageUnit
        else { throw HearthError(.invalidArgument, "Only quantities have statistics.", field: "clauses[0].type") }
        type = clause.type
        options = request.options
        self.limits = limits
        self.live = live
        self.buckets = buckets
        next = buckets.lowerBound
        conversion = try UnitConversion(from: stored, to: clause.unit ?? stored)
        let mayOverlap =
            aggregation == .cumulative && options.contains(.sum)
            && SourceOrder.hasSeveral(of: type, in: request.times(of: buckets), snapshot)
        order =
            mayOverlap || request.bySource
            ? orders.order(snapshot.sourceRanks[type], in: snapshot, bySource: request.bySource, reader) : nil
        var parts: SegmentParts = [.payload, .series, .withoutIdentifiers]
        if order != nil {
            parts.formUnion(mayOverlap ? [.provenances, .metadata] : .provenances)
        }
        context = ReadingContext(snapshot, reader, parts)
        selections = try TypeSelection.selections(prepared.clauses, prepared.predicates)
        sortOrder = try SortOrder([])
        input = DatumInput(order)
        input.finish()
        if selections.count == 1, selections[0].namedSegments == nil {
            plan = StatisticsPlan(
                selections[0],
                request.times(of: buckets),
                options,
                bySource: request.bySource,
                sweeps: mayOverlap,
                order,
                snapshot
            )
        } else {
            readings = [.merged(nil)]
        }
        pass = BucketPass(
            request,
            aggregation,
            edges: request.edges.isEmpty ? [] : Array(request.edges[buckets.lowerBound...buckets.upperBound]),
            firstBucket: buckets.lowerBound,
            order,
            sweeps: mayOverlap
        )
    }

    var heldBytes: Int {
        (merge.map { $0.memory + $0.takenBytes } ?? 0) + input.heldBytes + pass.heldBytes
            + (plan?.heldBytes ?? 0) + readings.count * MemoryLayout<StatisticsPlan.Reading>.stride
            + (run?.quantities.heldBytes ?? 0) + output.count * MemoryLayout<StatisticsOutput>.stride
    }

    mutating func use(_ reader: SegmentReader) {
        context.reader = reader
        merge?.context.reader = reader
    }

    func newBatch() -> StatisticsAssembly {
        StatisticsAssembly(options, conversion, atMost: limits.batchSamples, limits.batchBytes)
    }

    mutating func step(into batch: inout StatisticsAssembly) throws(HearthError) -> StatisticsCursor.Progress {
        while true {
            while let first = output.first {
                guard batch.hasRoom(for: first) else { return .full }
                batch.append(first)
                live?.note(first)
                output.removeFirst()
            }
            if isDone { return .done }
            guard try proceed() || !output.isEmpty else { return .pause }
        }
    }

    /// Reads on until there is output. False: it is the turn of others to read.
    private mutating func proceed() throws(HearthError) -> Bool {
        while !pass.isDone {
            if var unfinished = plan {
                // Moved out, so that it is changed where it is.
                plan = nil
                guard try unfinished.proceed(context.reader) else {
                    plan = unfinished
                    return false
                }
                let (whole, read) = unfinished.finish(pass)
                pass.use(whole)
                readings = read[...]
            }
            if run != nil {
                guard placeRun() else { return takeFinished() }
                continue
            }
            if let datum = waiting {
                guard pass.advance(to: datum.start, context.reader) else { return takeFinished() }
                waiting = nil
                if !pass.isDone {
                    pass.place(datum)
                }
            }
            while let datum = try input.next() {
                guard pass.isOpen(to: datum.start) else {
                    waiting = datum
                    break
                }
                pass.place(datum)
                context.reader.charge(BucketPass.workOfDatum)
                if input.isPlain {
                    let whole = pass.placeWhole(input.starts, input.ends, input.values, input.range)
                    let shared = pass.placeShared(input)
                    context.reader.charge(BucketPass.workOfShare * shared)
                    input.skip(whole + shared)
                }
                guard !context.reader.isExhausted else { return false }
            }
            guard waiting == nil else { continue }
            if !input.isFinished {
                guard try loadRows() else { return false }
            } else if !readings.isEmpty {
                guard try beginReading() else { return false }
            } else {
                guard pass.advance(to: .max, context.reader) else { return takeFinished() }
            }
        }
        _ = takeFinished()
        if let live {
            output += live.emptied(next..<buckets.upperBound)
        }
        isDone = true
        return true
    }

    /// Takes the next rows of the merge, or notes that there are none. False: it is the turn of others to read.
    private mutating func loadRows() throws(HearthError) -> Bool {
        if let rows = try merge?.next() {
            try input.load(rows)
        } else if merge?.hasMore == true {
            return false
        } else {
            input.finish()
            merge = nil
        }
        return true
    }

    /// Begins with what is to be read next. False: it is the turn of others to read.
    private mutating func beginReading() throws(HearthError) -> Bool {
        switch readings.first {
        case .whole(let segment)?:
            guard !context.reader.isExhausted else { return false }
            run = (try context.reader.quantities(of: segment), 0)
        case .merged(let segments)?:
            merge = SampleMerge(selections, sortOrder, in: context, atMost: .max, limits.sortedBytes, among: segments)
            input = DatumInput(order)
        case nil: break
        }
        readings.removeFirst()
        return true
    }

    /// Places the quantities of the segment that is read whole. False: it is the turn of others, or of what is finished.
    private mutating func placeRun() -> Bool {
        guard let (quantities, first) = run else { return true }
        var row = first
        while row < quantities.values.count, !pass.isDone {
            let start = quantities.starts[row].nanoseconds
            if !pass.isOpen(to: start) {
                guard pass.advance(to: start, context.reader) else {
                    run = (quantities, row)
                    return false
                }
                continue
            }
            let placed = pass.placeWhole(
                quantities.starts,
                quantities.ends,
                quantities.values,
                row..<quantities.values.count
            )
            row += placed
            if placed == 0 {
                let end = quantities.ends.isEmpty ? start : quantities.ends[row].nanoseconds
                pass.place(Datum(start: start, end: end, value: quantities.values[row], source: 0, rank: 0))
                row += 1
            }
        }
        run = nil
        return true
    }

    /// Takes the buckets that the pass has finished. False: there are none.
    private mutating func takeFinished() -> Bool {
        let finished = pass.takeFinished()
        for bucket in finished {
            guard let live else {
                output.append(StatisticsOutput(source: nil, row: bucket.merged))
                for (source, row) in bucket.sources {
                    output.append(StatisticsOutput(source: order?.named(source), row: row))
                }
                continue
            }
            let number = Int(bucket.merged.bucket)
            output += live.emptied(next..<number)
            output += live.changes(of: bucket, order)
            next = number + 1
        }
        return !finished.isEmpty
    }
}
