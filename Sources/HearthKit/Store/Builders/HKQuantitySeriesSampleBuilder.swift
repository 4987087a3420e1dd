public import Foundation
internal import HearthClient
internal import HearthModel
internal import HearthSystem

/// Collects quantities, and saves them as a series: one sample that stands for all of them.
///
/// `@unchecked Sendable`: `NSObject` does not declare it on Linux; a lock guards the collected data.
open class HKQuantitySeriesSampleBuilder: NSObject, @unchecked Sendable {
    /// The type of the quantities.
    open private(set) var quantityType: HKQuantityType
    /// When the series begins.
    open private(set) var startDate: Date
    /// The device that measures.
    open private(set) var device: HKDevice?
    private let store: HKHealthStore
    private let collection: Guarded<QuantitySeriesCollection>
    private let ids = FinishedIDs()

    /// A builder for one series, which begins at a moment.
    public init(healthStore: HKHealthStore, quantityType: HKQuantityType, startDate: Date, device: HKDevice?) {
        store = healthStore
        self.quantityType = quantityType
        self.startDate = startDate
        self.device = device
        collection = Guarded(QuantitySeriesCollection(type: quantityType.type, start: startDate))
    }

    /// Adds a quantity that was measured over a time. It replaces one that began at the same moment.
    open func insert(_ quantity: HKQuantity, for dateInterval: DateInterval) throws {
        try collection.change { collection throws(HearthError) in
            try collection.insert(quantity, for: dateInterval)
        }
    }

    /// Adds a quantity of a moment. It replaces a quantity that begins at the same moment.
    open func insert(_ quantity: HKQuantity, at date: Date) throws {
        try insert(quantity, for: DateInterval(start: date, duration: 0))
    }

    /// Saves the series, as one sample or, when it is very long, as several.
    @discardableResult
    open func finishSeries(metadata: [String: Any]?) async throws -> [HKQuantitySample] {
        try await awaitOverridableObject(
            { finishSeries(metadata: metadata, completion: $0) },
            direct: { try await finish(metadata, end: nil) }
        )
    }

    /// Saves the series, which ends at a moment, as one sample or, when it is very long, as several.
    @discardableResult
    open func finishSeries(metadata: [String: Any]?, endDate: Date?) async throws -> [HKQuantitySample] {
        try await awaitOverridableObject(
            { finishSeries(metadata: metadata, endDate: endDate, completion: $0) },
            direct: { try await finish(metadata, end: endDate) }
        )
    }

    /// Discards the collected data. Nothing can be added any more.
    open func discard() {
        collection.withLock { $0.discard() }
    }

    // MARK: - With completion handlers

    /// Saves the series, and then calls `completion`.
    @preconcurrency
    open func finishSeries(
        metadata: [String: Any]?,
        completion: @escaping @Sendable ([HKQuantitySample]?, (any Error)?) -> Void
    ) {
        finishSeries(metadata: metadata, endDate: nil, completion: completion)
    }

    /// Saves the series, which ends at a moment, and then calls `completion`.
    @preconcurrency
    open func finishSeries(
        metadata: [String: Any]?,
        endDate: Date?,
        completion: @escaping @Sendable ([HKQuantitySample]?, (any Error)?) -> Void
    ) {
        let metadata = Transferred(metadata)
        store.completions.deliver(to: completion, otherwise: nil) {
            try await self.finish(metadata.value, end: endDate)
        }
    }

    // MARK: - The work

    private func finish(_ metadata: [String: Any]?, end endDate: Date?) async throws -> [HKQuantitySample] {
        try await collection.finishing { collection throws(HearthError) in
            try collection.finish(Metadata(metadata ?? [:]), end: endDate)
        } saving: { series in
            let columns = SampleColumns(
                collected: quantityType.type,
                ids: ids,
                starts: series.starts,
                ends: series.ends,
                device: device,
                attached: series.metadata,
                payload: .quantity(series.columns)
            )
            _ = try await store.connection.save([columns])
            // The sample as stored, with the values that the server derives from the quantities.
            let clause = Clause(type: columns.type, predicate: Predicate(terms: [.ids(columns.ids)]))
            return try await SampleReading([QuerySelection(clause)]).samples(on: store.connection)
                .of(HKQuantitySample.self)
        }
    }
}

extension HKQuantitySeriesSampleBuilder: OverridableCalls {
    static var original: AnyObject.Type { HKQuantitySeriesSampleBuilder.self }
}
