internal import HearthClient

/// The samples of a query, some thousands at a time.
public struct HKSampleBatches<Sample: HKSample>: AsyncSequence, Sendable {
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
        private var batches: SampleReading.Batches?

        init(connection: Connection, reading: @escaping @Sendable () throws -> SampleReading) {
            self.connection = connection
            self.reading = reading
        }

        /// The next samples; nil after the last.
        public mutating func next() async throws -> [Sample]? {
            try await next(isolation: #isolation)
        }

        /// The next samples; nil after the last.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> [Sample]? {
            do {
                if batches == nil {
                    batches = try await reading().batches(on: connection)
                }
                return try await batches?.next()?.of(Sample.self)
            } catch {
                throw HKError.translated(error)
            }
        }
    }
}
