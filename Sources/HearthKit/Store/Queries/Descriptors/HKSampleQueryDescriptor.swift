public import Foundation

/// Reads samples once, in an order.
///
/// Without sort descriptors the samples are sorted by start.
public struct HKSampleQueryDescriptor<Sample: HKSample>: HKAsyncQuery, Sendable {
    /// The samples to read: those that match at least one of these predicates.
    public var predicates: [HKSamplePredicate<Sample>]
    /// The order: by the first descriptor, then by the second, and so on.
    public var sortDescriptors: [SortDescriptor<Sample>]
    /// The most samples to return, from the beginning of the order; nil: all.
    public var limit: Int?

    /// Reads the samples that match at least one of the predicates.
    public init(
        predicates: [HKSamplePredicate<Sample>],
        sortDescriptors: [SortDescriptor<Sample>],
        limit: Int? = nil
    ) {
        self.predicates = predicates
        self.sortDescriptors = sortDescriptors
        self.limit = limit
    }

    /// The samples, as they are stored now.
    public func result(for healthStore: HKHealthStore) async throws -> [Sample] {
        try await HKError.translating {
            try await reading().samples(on: healthStore.connection).of(Sample.self)
        }
    }

    /// The samples as stored when iteration begins, some thousands at a time, so that memory holds only a few of them.
    /// Beyond HealthKit.
    public func batches(for healthStore: HKHealthStore) -> HKSampleBatches<Sample> {
        HKSampleBatches(connection: healthStore.connection) { try reading() }
    }

    func reading() throws -> SampleReading {
        try SampleReading(
            predicates.map { try QuerySelection($0.sampleType, $0.nsPredicate) },
            order: SortTranslation(sortDescriptors),
            limit: limit ?? 0
        )
    }
}
