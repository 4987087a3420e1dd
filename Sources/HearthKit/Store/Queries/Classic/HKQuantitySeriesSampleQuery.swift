public import Foundation
internal import HearthClient
internal import HearthSystem

/// Reads the individual quantities of samples: each quantity of a series, and any other sample as one.
///
/// `@unchecked Sendable`: as its superclass; what may be set is set before the query is executed.
open class HKQuantitySeriesSampleQuery: HKQuery, @unchecked Sendable {
    /// Called with each quantity, its time, and its sample if requested; finally without a quantity, to mark the end;
    /// or with an error.
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

    /// Reads the quantities of the samples that match.
    @preconcurrency
    public init(quantityType: HKQuantityType, predicate: NSPredicate?, quantityHandler: @escaping QuantityHandler) {
        self.quantityType = quantityType
        self.quantityHandler = quantityHandler
        super.init(objectType: quantityType, predicate: predicate)
    }

    /// Reads the quantities of a sample. The former form: its handler gets the start of each quantity only.
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

    /// Whether quantities are sorted by the starts of their samples first, not by their own alone.
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
