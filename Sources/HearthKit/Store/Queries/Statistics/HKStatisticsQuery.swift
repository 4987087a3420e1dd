public import Foundation
internal import HearthClient

/// Asks once for the statistics of all samples that match.
///
/// `@unchecked Sendable`: as its superclass; the class is immutable.
open class HKStatisticsQuery: HKQuery, @unchecked Sendable {
    /// Called with the statistics, or with an error.
    public typealias CompletionHandler = @Sendable (HKStatisticsQuery, HKStatistics?, (any Error)?) -> Void

    private let quantityType: HKQuantityType
    private let options: HKStatisticsOptions
    private let completionHandler: CompletionHandler

    /// Computes statistics of the samples of a type. Without samples, the handler gets `errorNoData`. Options that do
    /// not fit the type stop the program, as they do in HealthKit.
    @preconcurrency
    public init(
        quantityType: HKQuantityType,
        quantitySamplePredicate: NSPredicate?,
        options: HKStatisticsOptions = [],
        completionHandler handler: @escaping CompletionHandler
    ) {
        options.requireFit(quantityType)
        self.quantityType = quantityType
        self.options = options
        completionHandler = handler
        super.init(objectType: quantityType, predicate: quantitySamplePredicate)
    }

    override func answer(_ connection: Connection, _: ObserverNotices) async {
        do {
            let reading = try StatisticsReading(quantityType, predicate, options, on: connection)
            guard let statistics = try await reading.whole() else {
                throw HKError(.noData, "No samples match.")
            }
            handle { completionHandler(self, statistics, nil) }
        } catch {
            handle { completionHandler(self, nil, HKError.translated(error)) }
        }
    }
}
