internal import HearthClient
internal import HearthModel
internal import HearthWire

/// Reads samples. The server filters and sorts as far as it can, and the client does the rest.
struct SampleReading: Sendable {
    private let selections: [QuerySelection]
    private let order: SortTranslation
    /// The most samples; 0: all.
    private let limit: Int
    private let includesContents: Bool

    init(
        _ selections: [QuerySelection],
        order: SortTranslation = .inStore([]),
        limit: Int = 0,
        includesContents: Bool = false
    ) throws(HearthError) {
        guard limit >= 0 else {
            throw HearthError(.invalidArgument, "A limit is positive, or HKObjectQueryNoLimit.", field: "limit")
        }
        try selections.checkSeparable()
        self.selections = selections
        self.order = order
        self.limit = limit
        self.includesContents = includesContents || selections.needContents
    }

    /// All samples at once.
    func samples(on connection: Connection) async throws -> [HKSample] {
        guard !selections.isEmpty else { return [] }
        let isSortedHere = if case .inApp = order { true } else { false }
        var batches = Batches(request, selections, limit: isSortedHere ? 0 : limit, on: connection)
        var samples: [HKSample] = []
        while let batch = try await batches.next() {
            samples += batch
        }
        guard isSortedHere else { return samples }
        samples = order.sorted(samples)
        return limit == 0 ? samples : Array(samples.prefix(limit))
    }

    /// The samples as they arrive. If the client has to sort them, it reads all of them first.
    func batches(on connection: Connection) async throws -> Batches {
        guard case .inStore = order else {
            return Batches(of: try await samples(on: connection))
        }
        return Batches(request, selections, limit: limit, on: connection)
    }

    /// The samples as the store sends them, if it can filter and sort them itself; nil: the query selects nothing.
    func columns(on connection: Connection) throws(HearthError) -> QueryBatches? {
        guard case .inStore = order, !selections.needsFilter else {
            throw HearthError(
                .invalidArgument,
                "Blocks, and orders that only the app knows, are for objects: ask for samples instead of columns."
            )
        }
        return selections.isEmpty ? nil : connection.query(request)
    }

    private var request: QuerySamples {
        switch order {
        case .inStore(let keys):
            let most = selections.needsFilter ? 0 : UInt64(limit)
            return QuerySamples(
                clauses: selections.clauses,
                order: keys,
                limit: most,
                includeSeries: includesContents
            )
        case .inApp:
            return QuerySamples(clauses: selections.clauses, includeSeries: includesContents)
        }
    }

    /// One pass over the samples.
    struct Batches {
        private var source: QueryBatches.Iterator?
        private let selections: [QuerySelection]
        private let connection: Connection?
        /// How many more samples to return; nil: any number.
        private var left: Int?
        private var ready: [HKSample]

        init(_ request: QuerySamples, _ selections: [QuerySelection], limit: Int, on connection: Connection) {
            source = connection.query(request).makeAsyncIterator()
            self.selections = selections
            self.connection = selections.includeWorkouts ? connection : nil
            left = limit == 0 ? nil : limit
            ready = []
        }

        init(of samples: [HKSample]) {
            source = nil
            selections = []
            connection = nil
            left = nil
            ready = samples
        }

        /// The next samples, at least one; nil after the last.
        nonisolated(nonsending) mutating func next() async throws -> [HKSample]? {
            if !ready.isEmpty {
                defer { ready = [] }
                return ready
            }
            while left != 0, let batch = try await source?.next() {
                var samples = selections.filter(SampleDecoder.samples(batch))
                if let left {
                    samples = Array(samples.prefix(left))
                    self.left = left - samples.count
                }
                connection.map(samples.setStatisticsLookup)
                if !samples.isEmpty { return samples }
            }
            source = nil
            return nil
        }
    }
}
