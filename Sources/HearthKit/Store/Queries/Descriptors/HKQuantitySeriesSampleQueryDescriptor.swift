public import Foundation
internal import HearthClient

/// Asks for the single quantities of samples: those of a series one by one, any other sample as one.
public struct HKQuantitySeriesSampleQueryDescriptor: HKAsyncSequenceQuery, Sendable {
    /// Which samples.
    public var predicate: HKSamplePredicate<HKQuantitySample>
    /// What else the results hold, and their order.
    public var options: Options

    /// Asks for the quantities of the samples that match.
    public init(predicate: HKSamplePredicate<HKQuantitySample>, options: Options = []) {
        self.predicate = predicate
        self.options = options
    }

    /// What the results hold, and their order.
    public struct Options: OptionSet, Sendable {
        /// The options as bits.
        public let rawValue: Int

        /// The options that the bits say.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// With the sample that each quantity is of.
        public static let includeSample = Options(rawValue: 1)
        /// By the starts of the samples, and then of the quantities; without it by the starts of the quantities alone.
        public static let orderByQuantitySampleStartDate = Options(rawValue: 2)
    }

    /// One quantity.
    public struct Result: Hashable, Sendable {
        /// How much.
        public let quantity: HKQuantity
        /// When it was measured.
        public let dateInterval: DateInterval
        /// What it is of; nil unless it was asked for.
        public let sample: HKQuantitySample?
    }

    /// The quantities, one by one.
    public func results(for healthStore: HKHealthStore) -> Results {
        Results(query: self, connection: healthStore.connection)
    }

    /// Quantities.
    public struct Results: AsyncSequence, Sendable {
        /// What each element holds.
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
