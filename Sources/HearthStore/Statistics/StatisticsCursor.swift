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
    private(set) var context: ReadingContext
    private var merge: SampleMerge
    private var input: DatumInput
    private var pass: BucketPass
    /// The next datum, which waits for its bucket.
    private var waiting: Datum?
    /// The first bucket of which nothing is known yet.
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
        else { throw HearthError(.invalidArgument, "only quantities have statistics", field: "clauses[0].type") }
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
        let order =
            mayOverlap || request.bySource ? orders.order(snapshot.sourceRanks[type], in: snapshot, reader) : nil
        var parts: SegmentParts = [.payload, .series, .withoutIdentifiers]
        if order != nil {
            parts.formUnion(mayOverlap ? [.provenances, .metadata] : .provenances)
        }
        context = ReadingContext(snapshot, reader, parts)
        merge = SampleMerge(
            try TypeSelection.selections(prepared.clauses, prepared.predicates),
            try SortOrder([]),
            in: context,
            atMost: .max,
            limits.sortedBytes
        )
        input = DatumInput(order)
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
        merge.heldBytes + merge.takenBytes + merge.underWayBytes + input.heldBytes + pass.heldBytes
            + output.count * MemoryLayout<StatisticsOutput>.stride
    }

    mutating func use(_ reader: SegmentReader) {
        context.reader = reader
        merge.context.reader = reader
    }

    func newBatch() -> StatisticsAssembly {
        StatisticsAssembly(options, conversion, atMost: limits.batchSamples, limits.batchBytes)
    }

    mutating func step(into batch: inout StatisticsAssembly) throws(HearthError) -> StatisticsCursor.Progress {
        while true {
            while let first = output.first {
                guard batch.hasRoom(for: first) else { return .full }
                try batch.append(first)
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
                if input.isPlain {
                    input.skip(pass.placeWhole(input) + pass.placeShared(input))
                }
            }
            guard waiting == nil else { continue }
            if input.isFinished {
                guard pass.advance(to: .max, context.reader) else { return takeFinished() }
            } else if let rows = try merge.next() {
                try input.load(rows)
            } else if merge.hasMore {
                return false
            } else {
                input.finish()
            }
        }
        _ = takeFinished()
        if let live {
            output += live.emptied(next..<buckets.upperBound)
        }
        isDone = true
        return true
    }

    /// Takes the buckets that the pass has finished. False: there are none.
    private mutating func takeFinished() -> Bool {
        let finished = pass.takeFinished()
        for bucket in finished {
            guard let live else {
                output.append(StatisticsOutput(source: nil, row: bucket.merged))
                for (source, row) in bucket.sources {
                    output.append(StatisticsOutput(source: input.order?.sources[source], row: row))
                }
                continue
            }
            let number = Int(bucket.merged.bucket)
            output += live.emptied(next..<number)
            output += live.changes(of: bucket, input.order)
            next = number + 1
        }
        return !finished.isEmpty
    }
}
