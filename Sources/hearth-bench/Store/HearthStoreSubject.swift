import HearthModel
import HearthStore
import HearthWire

/// Hearth's engine as the server runs it: one writer, and a reader of the newest snapshot.
final class HearthStoreSubject: BenchmarkedStore {
    private let writer: StoreWriter
    /// Nil if closed.
    private var reader: StoreReader?

    init(path: String) throws {
        writer = try StoreWriter(try SQLiteStorage(path: path))
        reader = try writer.makeReader()
    }

    func save(_ columns: [SampleColumns], app: Int) throws {
        for result in writer.commit([Write(origin: HearthStoreSubject.origin(of: app), operation: .save(columns))]) {
            _ = try result.get()
        }
    }

    func settle() throws {
        while try writer.maintain() {}
    }

    func read(_ request: StoreRequest, _ use: (SampleColumns) -> Void) throws {
        guard let reader else { preconditionFailure("the store is closed") }
        let snapshot = writer.snapshot
        switch request {
        case .all, .newest, .range, .sample:
            let cursor = try reader.query(request.query, in: snapshot)
            while let batch = try cursor.next() {
                batch.columns.forEach(use)
            }
        case .firstBatch:
            try reader.query(request.query, in: snapshot).next()?.columns.forEach(use)
        case .changes(let last):
            let anchor = Anchor(storeID: snapshot.storeID, sequence: snapshot.head - UInt64(last))
            try follow(try reader.changes(QueryChanges(clauses: [], anchor: anchor.unsealed), in: snapshot), use)
        case .changesFromBeginning:
            try follow(try reader.changes(QueryChanges(clauses: []), in: snapshot), use)
        }
    }

    func statistics(of set: DataSet, edges: [Timestamp]) throws -> Int {
        guard let reader else { preconditionFailure("the store is closed") }
        let request = QueryStatistics(
            clauses: [Clause(type: set.type)],
            options: set.type.aggregation == .cumulative ? .sum : .average,
            edges: edges
        )
        let cursor = try StatisticsCursor(request, of: 0..<request.bucketCount, in: writer.snapshot, reader)
        var count = 0
        var batch = cursor.newBatch()
        var isDone = false
        while !isDone {
            if case .done = try cursor.step(reader, rows: .max, into: &batch) {
                isDone = true
            }
            count += batch.merged.counts.reduce(0) { $0 + Int($1) }
            batch = cursor.newBatch()
        }
        return count
    }

    func close() throws {
        // An open reader would keep the write-ahead log.
        reader = nil
        try writer.close()
    }

    private func follow(_ cursor: ChangeCursor, _ use: (SampleColumns) -> Void) throws {
        while let batch = try cursor.next() {
            batch.added.forEach(use)
        }
    }

    private static func origin(of app: Int) -> Write.Origin {
        Write.Origin(
            source: Source(bundleIdentifier: "org.hearth.bench\(app)", name: "Benchmark"),
            version: "1",
            productType: "Linux",
            operatingSystemVersion: OperatingSystemVersion(major: 1, minor: 0, patch: 0)
        )
    }
}

extension StoreRequest {
    /// The request as an app sends it.
    fileprivate var query: QuerySamples {
        switch self {
        case .all(let set):
            QuerySamples(clauses: [Clause(type: set.type)])
        case .newest(let set, let limit):
            QuerySamples(
                clauses: [Clause(type: set.type)],
                order: [SortKey(field: .startDate, descending: true)],
                limit: UInt64(limit)
            )
        case .range(let set, let range), .firstBatch(let set, let range):
            query(set, .interval(Interval(start: range.lowerBound, end: range.upperBound, strictStart: true)))
        case .sample(let set, let id):
            query(set, .ids([id]))
        case .changes, .changesFromBeginning:
            preconditionFailure("changes are not a query")
        }
    }

    private func query(_ set: DataSet, _ term: Predicate.Term) -> QuerySamples {
        QuerySamples(clauses: [Clause(type: set.type, predicate: Predicate(terms: [term]))])
    }
}
