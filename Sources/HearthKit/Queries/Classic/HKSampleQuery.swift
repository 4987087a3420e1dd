public import Foundation
internal import HearthClient

/// Asks once for samples.
///
/// `@unchecked Sendable`: as its superclass; nothing here changes.
public final class HKSampleQuery: HKQuery, @unchecked Sendable {
    /// What is called with the samples, or with an error.
    public typealias ResultsHandler = @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void

    /// The most samples to return; `HKObjectQueryNoLimit`: all.
    public let limit: Int
    /// The order; nil: by start.
    public let sortDescriptors: [NSSortDescriptor]?
    private let descriptors: [HKQueryDescriptor]
    private let resultsHandler: ResultsHandler

    /// Asks for samples of a type.
    @preconcurrency
    public convenience init(
        sampleType: HKSampleType,
        predicate: NSPredicate?,
        limit: Int,
        sortDescriptors: [NSSortDescriptor]?,
        resultsHandler: @escaping ResultsHandler
    ) {
        self.init(
            queryDescriptors: [HKQueryDescriptor(sampleType: sampleType, predicate: predicate)],
            order: sortDescriptors,
            limit: limit,
            resultsHandler: resultsHandler
        )
    }

    /// Asks for samples of several types.
    @preconcurrency
    public convenience init(
        queryDescriptors: [HKQueryDescriptor],
        limit: Int,
        resultsHandler: @escaping ResultsHandler
    ) {
        self.init(queryDescriptors: queryDescriptors, order: nil, limit: limit, resultsHandler: resultsHandler)
    }

    /// Asks for samples of several types, in an order.
    @preconcurrency
    public convenience init(
        queryDescriptors: [HKQueryDescriptor],
        limit: Int,
        sortDescriptors: [NSSortDescriptor],
        resultsHandler: @escaping ResultsHandler
    ) {
        self.init(
            queryDescriptors: queryDescriptors,
            order: sortDescriptors,
            limit: limit,
            resultsHandler: resultsHandler
        )
    }

    private init(
        queryDescriptors: [HKQueryDescriptor],
        order: [NSSortDescriptor]?,
        limit: Int,
        resultsHandler: @escaping ResultsHandler
    ) {
        descriptors = queryDescriptors
        sortDescriptors = order
        self.limit = limit
        self.resultsHandler = resultsHandler
        super.init(only: queryDescriptors)
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
