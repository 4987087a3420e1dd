internal import HearthClient

/// Reads the voltages of an electrocardiogram, in the order of time.
public struct HKElectrocardiogramQueryDescriptor: HKAsyncSequenceQuery, Sendable {
    /// The electrocardiogram.
    public var electrocardiogram: HKElectrocardiogram

    /// Reads the voltages of an electrocardiogram.
    public init(_ electrocardiogram: HKElectrocardiogram) {
        self.electrocardiogram = electrocardiogram
    }

    /// The voltages, one by one.
    public func results(for healthStore: HKHealthStore) -> Results {
        Results(electrocardiogram: electrocardiogram, connection: healthStore.connection)
    }

    /// Voltages.
    public struct Results: AsyncSequence, Sendable {
        /// The type of the elements.
        public typealias Element = HKElectrocardiogram.VoltageMeasurement

        let electrocardiogram: HKElectrocardiogram
        let connection: Connection

        /// Starts the query again.
        public func makeAsyncIterator() -> Iterator {
            Iterator(
                elements: SeriesElements { [electrocardiogram, connection] in
                    try await connection.measurements(of: electrocardiogram)
                }
            )
        }

        /// One pass over the voltages.
        public struct Iterator: AsyncIteratorProtocol {
            var elements: SeriesElements<Element>

            /// The next voltage; nil after the last.
            public mutating func next() async throws -> HKElectrocardiogram.VoltageMeasurement? {
                try await elements.popFirst()
            }
        }
    }
}
