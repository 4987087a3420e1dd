public import Foundation
internal import HearthClient
internal import HearthModel
internal import HearthSystem

/// Collects heartbeats, and saves them as a series.
///
/// `@unchecked Sendable`: as its superclass; a lock guards the collected data.
open class HKHeartbeatSeriesBuilder: HKSeriesBuilder, @unchecked Sendable {
    private let collection: Guarded<HeartbeatCollection>
    private let ids = FinishedIDs()

    /// The most heartbeats that a series can have.
    open class var maximumCount: Int { HeartbeatCollection.maximumCount }

    /// A builder for one series, which begins at a moment.
    public init(healthStore: HKHealthStore, device: HKDevice?, start startDate: Date) {
        collection = Guarded(HeartbeatCollection(start: startDate))
        super.init(healthStore: healthStore, device: device)
    }

    /// Adds a heartbeat at a number of seconds after the start of the series.
    open func addHeartbeat(at timeIntervalSinceStart: TimeInterval, precededByGap: Bool) async throws {
        try await awaitOverridable(
            {
                addHeartbeatWithTimeInterval(
                    sinceSeriesStartDate: timeIntervalSinceStart,
                    precededByGap: precededByGap,
                    completion: $0
                )
            },
            direct: {
                try collect(timeIntervalSinceStart, precededByGap)
            }
        )
    }

    /// Adds metadata of the series.
    open func addMetadata(_ metadata: [String: Any]) async throws {
        try await awaitOverridable({ addMetadata(metadata, completion: $0) }, direct: { try collect(metadata) })
    }

    /// Saves the series. If saving fails, the collected data is kept and can be saved again.
    @discardableResult
    open func finishSeries() async throws -> HKHeartbeatSeriesSample {
        try await awaitOverridableObject({ finishSeries(completion: $0) }, direct: { try await finish() })
    }

    override open func discard() {
        collection.withLock { $0.discard() }
    }

    // MARK: - With completion handlers

    /// Adds a heartbeat, and then calls `completion`.
    @preconcurrency
    open func addHeartbeatWithTimeInterval(
        sinceSeriesStartDate timeIntervalSinceStart: TimeInterval,
        precededByGap: Bool,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        store.completions.report(to: completion) { try self.collect(timeIntervalSinceStart, precededByGap) }
    }

    /// Adds metadata of the series, and then calls `completion`.
    @preconcurrency
    open func addMetadata(
        _ metadata: [String: Any],
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let metadata = Transferred(metadata)
        store.completions.report(to: completion) { try self.collect(metadata.value) }
    }

    /// Saves the series, and then calls `completion`.
    @preconcurrency
    open func finishSeries(completion: @escaping @Sendable (HKHeartbeatSeriesSample?, (any Error)?) -> Void) {
        store.completions.deliver(to: completion, otherwise: nil) { try await self.finish() }
    }

    // MARK: - The work

    private func collect(_ offset: TimeInterval, _ isPrecededByGap: Bool) throws {
        let beat = Heartbeat(offset: offset, isPrecededByGap: isPrecededByGap)
        try collection.change { collection throws(HearthError) in try collection.add(beat) }
    }

    private func collect(_ metadata: [String: Any]) throws {
        try collection.change { collection throws(HearthError) in try collection.add(Metadata(metadata)) }
    }

    private func finish() async throws -> HKHeartbeatSeriesSample {
        try await collection.finishing { collection throws(HearthError) in
            try collection.finish()
        } saving: { series in
            let sample = SeriesSample(
                series,
                of: .heartbeatSeries,
                ids: ids,
                device: device,
                payload: .heartbeat(series.columns)
            )
            _ = try await store.connection.save([sample.columns])
            return HKHeartbeatSeriesSample(sample.head, columns: series.columns, row: 0)
        }
    }
}

extension HKHeartbeatSeriesBuilder: OverridableCalls {
    static var original: AnyObject.Type { HKHeartbeatSeriesBuilder.self }
}
