public import Foundation
internal import HearthClient
internal import HearthModel

/// Reads the statistics of intervals of equal lengths, such as days, once or continuously.
public struct HKStatisticsCollectionQueryDescriptor: HKAsyncQuery, HKAsyncSequenceQuery, Sendable {
    /// Which samples.
    public var predicate: HKSamplePredicate<HKQuantitySample>
    /// Which statistics are computed.
    public var options: HKStatisticsOptions
    /// When one of the intervals begins.
    public var anchorDate: Date
    /// How long an interval is, by the calendar of the components or else the current one.
    public var intervalComponents: DateComponents

    /// Computes statistics of the samples that match for each interval: these begin at the anchor and every
    /// `intervalComponents` before and after it.
    public init(
        predicate: HKSamplePredicate<HKQuantitySample>,
        options: HKStatisticsOptions,
        anchorDate: Date,
        intervalComponents: DateComponents
    ) {
        self.predicate = predicate
        self.options = options
        self.anchorDate = anchorDate
        self.intervalComponents = intervalComponents
    }

    /// The statistics of all intervals, and which of them have changed.
    public struct Result: Sendable {
        /// The statistics of all intervals.
        public let statisticsCollection: HKStatisticsCollection
        /// The statistics of the intervals that have changed since the result before; nil in the first result.
        public let updatedStatistics: [HKStatistics]?
    }

    /// The statistics, as they are now. Options that do not fit the type, and components that are no time, are an error.
    public func result(for healthStore: HKHealthStore) async throws -> HKStatisticsCollection {
        try await HKError.translating {
            HKStatisticsCollection(try await reading(healthStore.connection).table(intervals()))
        }
    }

    /// First the statistics as they are now, and then again after each change, also when samples are deleted.
    public func results(for healthStore: HKHealthStore) -> Results {
        Results(query: self, connection: healthStore.connection)
    }

    /// The statistics as columns, without an object for each interval: the fast way to read 100,000 of them. Beyond
    /// HealthKit.
    public func columns(for healthStore: HKHealthStore) async throws -> HKStatisticsColumns {
        try await HKError.translating {
            try await reading(healthStore.connection).columns(intervals())
        }
    }

    fileprivate func reading(_ connection: Connection) throws -> StatisticsReading {
        try StatisticsReading(predicate.sampleType, predicate.nsPredicate, options, on: connection)
    }

    fileprivate func intervals() throws -> StatisticsIntervals {
        try StatisticsIntervals(anchor: anchorDate, components: intervalComponents)
    }

    /// The statistics after each change.
    public struct Results: AsyncSequence, Sendable {
        /// The type of the elements.
        public typealias Element = Result

        let query: HKStatisticsCollectionQueryDescriptor
        let connection: Connection

        /// Starts the query again.
        public func makeAsyncIterator() -> Iterator {
            Iterator(query: query, connection: connection)
        }

        /// One stream of changes. Releasing it ends the query at the server.
        public struct Iterator: AsyncIteratorProtocol {
            private let query: HKStatisticsCollectionQueryDescriptor
            private let connection: Connection
            private var following: StatisticsFollowing?

            init(query: HKStatisticsCollectionQueryDescriptor, connection: Connection) {
                self.query = query
                self.connection = connection
            }

            /// The next statistics, when there are some.
            public mutating func next() async throws -> Result? {
                try await next(isolation: #isolation)
            }

            /// The next statistics, when there are some.
            public mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> Result? {
                do {
                    let following =
                        try self.following ?? StatisticsFollowing(query.reading(connection), query.intervals())
                    self.following = following
                    return try await following.next().map {
                        Result(
                            statisticsCollection: HKStatisticsCollection($0.table),
                            updatedStatistics: $0.changed
                        )
                    }
                } catch {
                    throw HKError.translated(error)
                }
            }
        }
    }
}
