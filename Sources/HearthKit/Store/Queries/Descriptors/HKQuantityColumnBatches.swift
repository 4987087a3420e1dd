internal import HearthClient
internal import HearthModel

extension HKSampleQueryDescriptor where Sample == HKQuantitySample {
    /// The samples as columns, some thousands at a time, without an object for each: the fast way to read millions.
    /// Beyond HealthKit.
    ///
    /// All columns of a batch have one type. Samples of one type are in the order of the sort descriptors; the order of
    /// different types is unspecified. Block predicates and sort descriptors with a comparator need objects, so they
    /// are errors.
    public func columns(for healthStore: HKHealthStore) -> HKQuantityColumnBatches {
        HKQuantityColumnBatches(connection: healthStore.connection) { try reading() }
    }
}

/// The quantities of a query, as columns of a type with some thousand rows each.
public struct HKQuantityColumnBatches: AsyncSequence, Sendable {
    let connection: Connection
    let reading: @Sendable () throws -> SampleReading

    /// Starts the query again.
    public func makeAsyncIterator() -> Iterator {
        Iterator(connection: connection, reading: reading)
    }

    /// One pass over the samples. The query ends at the server with it.
    public struct Iterator: AsyncIteratorProtocol {
        private let connection: Connection
        private let reading: @Sendable () throws -> SampleReading
        private var batches: QueryBatches.Iterator?
        /// The columns of the latest batch that were not returned yet, in reverse order.
        private var ready: [SampleColumns] = []

        init(connection: Connection, reading: @escaping @Sendable () throws -> SampleReading) {
            self.connection = connection
            self.reading = reading
        }

        /// The next samples; nil after the last.
        public mutating func next() async throws -> HKQuantityColumns? {
            try await next(isolation: #isolation)
        }

        /// The next samples; nil after the last.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(any Error) -> HKQuantityColumns? {
            do {
                if batches == nil {
                    batches = try reading().columns(on: connection)?.makeAsyncIterator()
                }
                while ready.isEmpty {
                    guard let batch = try await batches?.next() else { return nil }
                    ready = batch.columns.filter { $0.count > 0 }.reversed()
                }
                return ready.popLast().map { HKQuantityColumns($0) }
            } catch {
                throw HKError.translated(error)
            }
        }
    }
}
