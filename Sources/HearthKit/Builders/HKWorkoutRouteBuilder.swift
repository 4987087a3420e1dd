internal import Foundation
internal import HearthClient
internal import HearthModel
internal import HearthThreads

/// Collects the locations of a workout's route, and saves the route.
///
/// `@unchecked Sendable`: as its superclass; what was collected is guarded.
public final class HKWorkoutRouteBuilder: HKSeriesBuilder, @unchecked Sendable {
    private let collection = Guarded(RouteCollection())
    private let ids = FinishedIDs()

    /// A builder for one route.
    override public init(healthStore: HKHealthStore, device: HKDevice?) {
        super.init(healthStore: healthStore, device: device)
    }

    /// Adds locations, in any order.
    public func insertRouteData(_ routeData: [CLLocation]) async throws {
        try HKError.translating {
            try collection.withLock { collection throws(HearthError) in try collection.insert(routeData) }
        }
    }

    /// Adds metadata of the route.
    public func addMetadata(_ metadata: [String: Any]) async throws {
        let metadata = try HKError.translating { try Metadata(metadata) }
        try HKError.translating {
            try collection.withLock { collection throws(HearthError) in try collection.add(metadata) }
        }
    }

    /// Saves the route, and associates it with a workout that is stored. What was collected is kept when that fails, and
    /// can be saved again.
    @discardableResult
    public func finishRoute(with workout: HKWorkout, metadata: [String: Any]?) async throws -> HKWorkoutRoute {
        let attached = try HKError.translating { try Metadata(metadata ?? [:]) }
        return try await collection.finishing { collection throws(HearthError) in
            try collection.finish(attached)
        } saving: { route in
            let columns = SampleColumns(
                new: .workoutRoute,
                ids: ids,
                starts: [Timestamp(clamping: route.start)],
                ends: [Timestamp(clamping: route.end)],
                device: device,
                attached: route.metadata,
                payload: .route(route.columns)
            )
            _ = try await store.connection.add([columns], to: workout.id)
            let head = SampleHead(
                type: .workoutRoute,
                id: columns.ids[0],
                start: route.start,
                end: route.end,
                origin: .new(device: device),
                attached: route.metadata
            )
            return HKWorkoutRoute(head, columns: route.columns, row: 0)
        }
    }

    override public func discard() {
        collection.withLock { $0.discard() }
    }

    // MARK: - With completion handlers

    /// Adds locations, in any order, and then calls `completion`.
    @preconcurrency
    public func insertRouteData(
        _ routeData: [CLLocation],
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        store.report(to: completion) { _ in try await self.insertRouteData(routeData) }
    }

    /// Adds metadata of the route, and then calls `completion`.
    @preconcurrency
    public func addMetadata(
        _ metadata: [String: Any],
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let metadata = Handed(metadata)
        store.report(to: completion) { _ in try await self.addMetadata(metadata.value) }
    }

    /// Saves the route, associates it with a workout that is stored, and then calls `completion`.
    @preconcurrency
    public func finishRoute(
        with workout: HKWorkout,
        metadata: [String: Any]?,
        completion: @escaping @Sendable (HKWorkoutRoute?, (any Error)?) -> Void
    ) {
        let metadata = Handed(metadata)
        store.deliver(to: completion, otherwise: nil) { _ in
            try await self.finishRoute(with: workout, metadata: metadata.value)
        }
    }
}
