internal import Foundation
internal import HearthClient
internal import HearthModel
internal import HearthSystem

/// Collects the locations of a workout's route, and saves the route.
///
/// `@unchecked Sendable`: as its superclass; a lock guards the collected data.
open class HKWorkoutRouteBuilder: HKSeriesBuilder, @unchecked Sendable {
    private let collection = Guarded(RouteCollection())
    private let ids = FinishedIDs()
    /// The route that was saved because its workout was finished.
    private let finished = Guarded<(HKWorkoutRoute, ObjectID)?>(nil)

    /// A builder for one route.
    override public init(healthStore: HKHealthStore, device: HKDevice?) {
        super.init(healthStore: healthStore, device: device)
    }

    /// Adds locations, in any order.
    open func insertRouteData(_ routeData: [CLLocation]) async throws {
        try await awaitOverridable({ insertRouteData(routeData, completion: $0) }, direct: { try collect(routeData) })
    }

    /// Adds metadata of the route.
    open func addMetadata(_ metadata: [String: Any]) async throws {
        try await awaitOverridable({ addMetadata(metadata, completion: $0) }, direct: { try collect(metadata) })
    }

    /// Saves the route, and associates it with a stored workout. If that fails, the collected data is kept and can be
    /// saved again.
    @discardableResult
    open func finishRoute(with workout: HKWorkout, metadata: [String: Any]?) async throws -> HKWorkoutRoute {
        try await awaitOverridableObject(
            { finishRoute(with: workout, metadata: metadata, completion: $0) },
            direct: { try await finish(with: workout, metadata) }
        )
    }

    override open func discard() {
        collection.withLock { $0.discard() }
    }

    // MARK: - With completion handlers

    /// Adds locations, in any order, and then calls `completion`.
    @preconcurrency
    open func insertRouteData(
        _ routeData: [CLLocation],
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        store.completions.report(to: completion) { try self.collect(routeData) }
    }

    /// Adds metadata of the route, and then calls `completion`.
    @preconcurrency
    open func addMetadata(
        _ metadata: [String: Any],
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let metadata = Transferred(metadata)
        store.completions.report(to: completion) { try self.collect(metadata.value) }
    }

    /// Saves the route, associates it with a workout that is stored, and then calls `completion`.
    @preconcurrency
    open func finishRoute(
        with workout: HKWorkout,
        metadata: [String: Any]?,
        completion: @escaping @Sendable (HKWorkoutRoute?, (any Error)?) -> Void
    ) {
        let metadata = Transferred(metadata)
        store.completions.deliver(to: completion, otherwise: nil) {
            try await self.finish(with: workout, metadata.value)
        }
    }

    // MARK: - The work

    private func collect(_ locations: [CLLocation]) throws {
        try collection.change { collection throws(HearthError) in try collection.insert(locations) }
    }

    private func collect(_ metadata: [String: Any]) throws {
        try collection.change { collection throws(HearthError) in try collection.add(Metadata(metadata)) }
    }

    /// Saves the route together with its workout, unless it was saved already or is empty.
    func finishCollected(with workout: HKWorkout) async throws {
        guard collection.withLock(\.hasLocations) else { return }
        let route = try await finish(with: workout, nil)
        finished.withLock { $0 = (route, workout.id) }
    }

    private func finish(with workout: HKWorkout, _ metadata: [String: Any]?) async throws -> HKWorkoutRoute {
        // The workout's builder may have finished the route already.
        if let (route, id) = finished.withLock({ $0 }), id == workout.id, metadata?.isEmpty ?? true {
            return route
        }
        return try await collection.finishing { collection throws(HearthError) in
            try collection.finish(Metadata(metadata ?? [:]))
        } saving: { route in
            let sample = SeriesSample(
                route,
                of: .workoutRoute,
                ids: ids,
                device: device,
                payload: .route(route.columns)
            )
            _ = try await store.connection.add([sample.columns], to: workout.id)
            return HKWorkoutRoute(sample.head, columns: route.columns, row: 0)
        }
    }
}

extension HKWorkoutRouteBuilder: OverridableCalls {
    static var original: AnyObject.Type { HKWorkoutRouteBuilder.self }
}
