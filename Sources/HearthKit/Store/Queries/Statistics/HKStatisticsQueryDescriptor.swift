internal import HearthClient
internal import HearthModel

/// Reads the statistics of all samples that match, once.
public struct HKStatisticsQueryDescriptor: HKAsyncQuery, Sendable {
    /// Which samples.
    public var predicate: HKSamplePredicate<HKQuantitySample>
    /// Which statistics are computed.
    public var options: HKStatisticsOptions

    /// Computes statistics of the samples that match.
    public init(predicate: HKSamplePredicate<HKQuantitySample>, options: HKStatisticsOptions) {
        self.predicate = predicate
        self.options = options
    }

    /// The statistics; nil without samples. Options that do not fit the type are an error.
    public func result(for healthStore: HKHealthStore) async throws -> HKStatistics? {
        try await HKError.translating {
            try await StatisticsReading(
                predicate.sampleType,
                predicate.nsPredicate,
                options,
                on: healthStore.connection
            ).whole()
        }
    }
}
