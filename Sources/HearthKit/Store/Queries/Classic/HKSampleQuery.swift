public import Foundation
internal import HearthClient

/// Asks once for samples.
///
/// `@unchecked Sendable`: as its superclass; the class is immutable.
open class HKSampleQuery: HKQuery, @unchecked Sendable {
    /// Called with the samples, or with an error.
    public typealias ResultsHandler = @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void

    /// The most samples to return; `HKObjectQueryNoLimit`: all.
    open private(set) var limit: Int
    /// The order; nil: by start.
    open private(set) var sortDescriptors: [NSSortDescriptor]?
    private let descriptors: [HKQueryDescriptor]
    private let resultsHandler: ResultsHandler

    /// Reads samples of a type.
    @preconcurrency
    public init(
        sampleType: HKSampleType,
        predicate: NSPredicate?,
        limit: Int,
        sortDescriptors: [NSSortDescriptor]?,
        resultsHandler: @escaping ResultsHandler
    ) {
        descriptors = [HKQueryDescriptor(sampleType: sampleType, predicate: predicate)]
        self.sortDescriptors = sortDescriptors
        self.limit = limit
        self.resultsHandler = resultsHandler
        super.init(only: descriptors)
    }

    /// Reads samples of several types.
    @preconcurrency
    public init(queryDescriptors: [HKQueryDescriptor], limit: Int, resultsHandler: @escaping ResultsHandler) {
        descriptors = queryDescriptors
        sortDescriptors = nil
        self.limit = limit
        self.resultsHandler = resultsHandler
        super.init(only: descriptors)
    }

    /// Reads samples of several types, in an order.
    @preconcurrency
    public init(
        queryDescriptors: [HKQueryDescriptor],
        limit: Int,
        sortDescriptors: [NSSortDescriptor],
        resultsHandler: @escaping ResultsHandler
    ) {
        descriptors = queryDescriptors
        self.sortDescriptors = sortDescriptors
        self.limit = limit
        self.resultsHandler = resultsHandler
        super.init(only: descriptors)
    }

    override func answer(_ connection: Connection, _: ObserverNotices) async {
        do {
            let reading = try SampleReading(
                try descriptors.selections(),
                order: SortTranslation(sortDescriptors),
                limit: limit
            )
            let samples = try await reading.samples(on: connection)
            handle { resultsHandler(self, samples, nil) }
        } catch {
            handle { resultsHandler(self, nil, HKError.translated(error)) }
        }
    }
}
