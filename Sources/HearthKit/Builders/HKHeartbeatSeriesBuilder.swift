public import Foundation
internal import HearthClient
internal import HearthModel
internal import HearthThreads

/// Collects heartbeats, and saves them as a series.
///
/// `@unchecked Sendable`: as its superclass; what was collected is guarded.
public final class HKHeartbeatSeriesBuilder: HKSeriesBuilder, @unchecked Sendable {
    private let collection: Guarded<HeartbeatCollection>
    private let ids = FinishedIDs()

    /// The most heartbeats that a series can have.
    public class var maximumCount: Int { HeartbeatCollection.maximumCount }

    /// A builder for one series, which begins at a moment.
    public init(healthStore: HKHealthStore, device: HKDevice?, start startDate: Date) {
        collection = Guarded(HeartbeatCollection(start: startDate))
        super.init(healthStore: healthStore, device: device)
    }

    /// Adds a heartbeat, so many seconds after the series' start.
    public func addHeartbeat(at timeIntervalSinceStart: TimeInterval, precededByGap: Bool) async throws {
        let beat = Heartbeat(offset: timeIntervalSinceStart, isPrecededByGap: precededByGap)
        try collection.change { collection throws(HearthError) in try collection.add(beat) }
    }

    /// Adds metadata of the series.
    public func addMetadata(_ metadata: [String: Any]) async throws {
        try collection.change { collection throws(HearthError) in try collection.add(Metadata(metadata)) }
    }

    /// Saves the series. What was collected is kept when that fails, and can be saved again.
    @discardableResult
    public func finishSeries() async throws -> HKHeartbeatSeriesSample {
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

    override public func discard() {
        collection.withLock { $0.discard() }
    }

    // MARK: - With completion handlers

    /// Adds a heartbeat, and then calls `completion`.
    @preconcurrency
    public func addHeartbeat(
        at timeIntervalSinceStart: TimeInterval,
        precededByGap: Bool,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        store.report(to: completion) { _ in
            try await self.addHeartbeat(at: timeIntervalSinceStart, precededByGap: precededByGap)
        }
    }

    /// Adds metadata of the series, and then calls `completion`.
    @preconcurrency
    public func addMetadata(
        _ metadata: [String: Any],
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let metadata = Handed(metadata)
        store.report(to: completion) { _ in try await self.addMetadata(metadata.value) }
    }

    /// Saves the series, and then calls `completion`.
    @preconcurrency
    public func finishSeries(completion: @escaping @Sendable (HKHeartbeatSeriesSample?, (any Error)?) -> Void) {
        store.deliver(to: completion, otherwise: nil) { _ in try await self.finishSeries() }
    }
}
