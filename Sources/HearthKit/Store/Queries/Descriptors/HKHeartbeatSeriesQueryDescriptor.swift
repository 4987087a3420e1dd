public import Foundation
internal import HearthClient

/// Reads the beats of a heartbeat series, in the order of time.
public struct HKHeartbeatSeriesQueryDescriptor: HKAsyncSequenceQuery, Sendable {
    /// The series.
    public var heartbeatSeries: HKHeartbeatSeriesSample

    /// Reads the beats of a series.
    public init(_ heartbeatSeries: HKHeartbeatSeriesSample) {
        self.heartbeatSeries = heartbeatSeries
    }

    /// A beat of a heart.
    public struct Heartbeat: Hashable, Sendable {
        /// Seconds since the series began.
        public let timeIntervalSinceStart: TimeInterval
        /// Whether beats are missing before this one.
        public let precededByGap: Bool
    }

    /// The beats, one by one.
    public func results(for healthStore: HKHealthStore) -> Results {
        Results(series: heartbeatSeries, connection: healthStore.connection)
    }

    /// Beats.
    public struct Results: AsyncSequence, Sendable {
        /// The type of the elements.
        public typealias Element = Heartbeat

        let series: HKHeartbeatSeriesSample
        let connection: Connection

        /// Starts the query again.
        public func makeAsyncIterator() -> Iterator {
            Iterator(
                elements: SeriesElements { [series, connection] in
                    try await connection.beats(of: series).map {
                        Heartbeat(timeIntervalSinceStart: $0.offset, precededByGap: $0.isPrecededByGap)
                    }
                }
            )
        }

        /// One pass over the beats.
        public struct Iterator: AsyncIteratorProtocol {
            var elements: SeriesElements<Heartbeat>

            /// The next beat; nil after the last.
            public mutating func next() async throws -> Heartbeat? {
                try await elements.popFirst()
            }
        }
    }
}
