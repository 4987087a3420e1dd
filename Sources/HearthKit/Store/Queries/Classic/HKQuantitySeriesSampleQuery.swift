public import Foundation
internal import HearthClient
internal import HearthSystem

/// Asks for the single quantities of samples: those of a series one by one, any other sample as one.
///
/// `@unchecked Sendable`: as its superclass; what may be set is set before the query is executed.
open class HKQuantitySeriesSampleQuery: HKQuery, @unchecked Sendable {
    /// What is called with each quantity, when it was measured, the sample that it is of if that was asked for, and
    /// whether it was the last, which comes without a quantity; or with an error.
    public typealias QuantityHandler =
        @Sendable (HKQuantitySeriesSampleQuery, HKQuantity?, DateInterval?, HKQuantitySample?, Bool, (any Error)?) ->
        Void

    private let quantityType: HKQuantityType
    private let quantityHandler: QuantityHandler
    private let wishes = Guarded(Wishes())

    private struct Wishes {
        var includeSample = false
        var bySample = false
    }

    /// Asks for the quantities of the samples that match.
    @preconcurrency
    public init(quantityType: HKQuantityType, predicate: NSPredicate?, quantityHandler: @escaping QuantityHandler) {
        self.quantityType = quantityType
        self.quantityHandler = quantityHandler
        super.init(objectType: quantityType, predicate: predicate)
    }

    /// Asks for the quantities of a sample. The former form: its handler gets the start of each quantity only.
    @available(*, deprecated, message: "Use init(quantityType:predicate:quantityHandler:).")
    @preconcurrency
    public init(
        sample: HKQuantitySample,
        quantityHandler:
            @escaping @Sendable (HKQuantitySeriesSampleQuery, HKQuantity?, Date?, Bool, (any Error)?) ->
            Void
    ) {
        quantityType = sample.quantityType
        self.quantityHandler = { query, quantity, interval, _, isDone, error in
            quantityHandler(query, quantity, interval?.start, isDone, error)
        }
        super.init(objectType: sample.quantityType, predicate: HKQuery.predicateForObject(with: sample.uuid))
    }

    /// Whether the handler gets the sample of each quantity.
    open var includeSample: Bool {
        get { wishes.withLock(\.includeSample) }
        set { wishes.withLock { $0.includeSample = newValue } }
    }

    /// Whether the quantities come by the starts of their samples, and not by their own alone.
    open var orderByQuantitySampleStartDate: Bool {
        get { wishes.withLock(\.bySample) }
        set { wishes.withLock { $0.bySample = newValue } }
    }

    override func answer(_ connection: Connection, _: ObserverNotices) async {
        let wishes = wishes.withLock { $0 }
        do {
            var reading = try QuantitySeriesReading(quantityType, predicate, bySample: wishes.bySample, on: connection)
            let unit = quantityType.storageUnit
            while let point = try await reading.popFirst() {
                let sample = wishes.includeSample ? point.sample : nil
                handle { quantityHandler(self, point.quantity(in: unit), point.interval, sample, false, nil) }
            }
            handle { quantityHandler(self, nil, nil, nil, true, nil) }
        } catch {
            handle { quantityHandler(self, nil, nil, nil, true, HKError.translated(error)) }
        }
    }
}
