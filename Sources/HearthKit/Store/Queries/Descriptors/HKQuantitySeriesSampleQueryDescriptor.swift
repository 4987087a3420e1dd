public import Foundation
internal import HearthClient

/// Reads the individual quantities of samples: each quantity of a series, and any other sample as one.
public struct HKQuantitySeriesSampleQueryDescriptor: HKAsyncSequenceQuery, Sendable {
    /// Which samples.
    public var predicate: HKSamplePredicate<HKQuantitySample>
    /// Additional contents of the results, and their order.
    public var options: Options

    /// Reads the quantities of the samples that match.
    public init(predicate: HKSamplePredicate<HKQuantitySample>, options: Options = []) {
        self.predicate = predicate
        self.options = options
    }

    /// The contents of the results, and their order.
    public struct Options: OptionSet, Sendable {
        /// The options as bits.
        public let rawValue: Int

        /// The options with these bits.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Includes the sample of each quantity.
        public static let includeSample = Options(rawValue: 1)
        /// Sorts by the starts of the samples, then of the quantities; without this option only by the starts of the
        /// quantities.
        public static let orderByQuantitySampleStartDate = Options(rawValue: 2)
    }

    /// One quantity.
    public struct Result: Hashable, Sendable {
        /// How much.
        public let quantity: HKQuantity
        /// When it was measured.
        public let dateInterval: DateInterval
        /// The sample of the quantity; nil unless requested.
        public let sample: HKQuantitySample?
    }

    /// The quantities, one by one.
    public func results(for healthStore: HKHealthStore) -> Results {
        Results(query: self, connection: healthStore.connection)
    }

    /// Quantities.
    public struct Results: AsyncSequence, Sendable {
        /// The type of the elements.
        public typealias Element = Result

        let query: HKQuantitySeriesSampleQueryDescriptor
        let connection: Connection

        /// Starts the query again.
        public func makeAsyncIterator() -> Iterator {
            Iterator(query: query, connection: connection)
        }

        /// One pass over the quantities.
        public struct Iterator: AsyncIteratorProtocol {
            let query: HKQuantitySeriesSampleQueryDescriptor
            let connection: Connection
            private var reading: QuantitySeriesReading?

            init(query: HKQuantitySeriesSampleQueryDescriptor, connection: Connection) {
                self.query = query
                self.connection = connection
            }

            /// The next quantity; nil after the last.
            public mutating func next() async throws -> Result? {
                do {
                    guard let type = query.predicate.sampleType as? HKQuantityType else { return nil }
                    if reading == nil {
                        let bySample = query.options.contains(.orderByQuantitySampleStartDate)
                        let predicate = query.predicate.nsPredicate
                        reading = try QuantitySeriesReading(type, predicate, bySample: bySample, on: connection)
                    }
                    guard let point = try await reading?.popFirst() else { return nil }
                    return Result(
                        quantity: point.quantity(in: type.storageUnit),
                        dateInterval: point.interval,
                        sample: query.options.contains(.includeSample) ? point.sample : nil
                    )
                } catch {
                    throw HKError.translated(error)
                }
            }
        }
    }
}
