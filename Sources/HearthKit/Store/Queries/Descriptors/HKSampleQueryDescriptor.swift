public import Foundation

/// Asks once for samples, in an order.
///
/// Without sort descriptors the samples come by their start.
public struct HKSampleQueryDescriptor<Sample: HKSample>: HKAsyncQuery, Sendable {
    /// Which samples: those that match at least one of these.
    public var predicates: [HKSamplePredicate<Sample>]
    /// The order, by the first of these, then the second.
    public var sortDescriptors: [SortDescriptor<Sample>]
    /// The most samples to return, of the first in the order; nil: all.
    public var limit: Int?

    /// Asks for the samples that match at least one of the predicates.
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

    /// The samples, as they are stored when the first are asked for, some thousands at a time: however many there are,
    /// memory holds a few of them. Beyond HealthKit.
    public func batches(for healthStore: HKHealthStore) -> HKSampleBatches<Sample> {
        HKSampleBatches(connection: healthStore.connection) { try reading() }
    }

    func reading() throws -> SampleReading {
        try SampleReading(
            predicates.map { try Selection($0.sampleType, $0.nsPredicate) },
            order: SortTranslation(sortDescriptors),
            limit: limit ?? 0
        )
    }
}
