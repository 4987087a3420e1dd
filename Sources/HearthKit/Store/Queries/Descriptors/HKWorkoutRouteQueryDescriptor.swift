internal import HearthClient

/// Reads the locations of a route, in the order of time.
public struct HKWorkoutRouteQueryDescriptor: HKAsyncSequenceQuery, Sendable {
    /// The route.
    public var workoutRoute: HKWorkoutRoute

    /// Reads the locations of a route.
    public init(_ workoutRoute: HKWorkoutRoute) {
        self.workoutRoute = workoutRoute
    }

    /// The locations, one by one.
    public func results(for healthStore: HKHealthStore) -> Results {
        Results(route: workoutRoute, connection: healthStore.connection)
    }

    /// Locations.
    public struct Results: AsyncSequence, Sendable {
        let route: HKWorkoutRoute
        let connection: Connection

        /// Starts the query again.
        public func makeAsyncIterator() -> Iterator {
            Iterator(elements: SeriesElements { [route, connection] in try await connection.locations(of: route) })
        }

        /// One pass over the locations.
        public struct Iterator: AsyncIteratorProtocol {
            var elements: SeriesElements<CLLocation>

            /// The next location; nil after the last.
            public mutating func next() async throws -> CLLocation? {
                try await elements.popFirst()
            }
        }
    }
}
