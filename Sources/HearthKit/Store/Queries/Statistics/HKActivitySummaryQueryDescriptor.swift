public import Foundation
internal import HearthClient

/// Reads the activity of days, once or continuously.
///
/// `@unchecked Sendable`: `NSPredicate` does not declare it on Linux; its instances are immutable.
public struct HKActivitySummaryQueryDescriptor: HKAsyncQuery, HKAsyncSequenceQuery, @unchecked Sendable {
    /// Which days; nil: all with activity.
    public var predicate: NSPredicate?

    /// Reads the summaries that match.
    public init(predicate: NSPredicate?) {
        self.predicate = predicate
    }

    /// The summaries, in the order of time.
    public func result(for healthStore: HKHealthStore) async throws -> [HKActivitySummary] {
        try await HKError.translating {
            try await ActivitySummaryReading(predicate, on: healthStore.connection).summaries()
        }
    }

    /// First the summaries as they are now, and then those that change.
    public func results(for healthStore: HKHealthStore) -> Results {
        Results(query: self, connection: healthStore.connection)
    }

    /// Summaries as they change.
    public struct Results: AsyncSequence, Sendable {
        /// The type of the elements.
        public typealias Element = [HKActivitySummary]

        let query: HKActivitySummaryQueryDescriptor
        let connection: Connection

        /// Starts the query again.
        public func makeAsyncIterator() -> Iterator {
            Iterator(following: ActivitySummaryFollowing(ActivitySummaryReading(query.predicate, on: connection)))
        }

        /// One stream of changes. Releasing it ends the query at the server.
        public struct Iterator: AsyncIteratorProtocol {
            let following: ActivitySummaryFollowing

            /// The next summaries, when there are some.
            public mutating func next() async throws -> [HKActivitySummary]? {
                try await next(isolation: #isolation)
            }

            /// The next summaries, when there are some.
            public mutating func next(
                isolation actor: isolated (any Actor)?
            ) async throws(any Error) -> [HKActivitySummary]? {
                do {
                    return try await following.next()
                } catch {
                    throw HKError.translated(error)
                }
            }
        }
    }
}
