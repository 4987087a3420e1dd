public import Foundation
internal import HearthClient
internal import HearthModel
internal import HearthSystem

/// Collects a workout while it happens, and saves it.
///
/// Samples are saved as they are added, and their totals become the workout's statistics.
///
/// A subclass may override every method that is declared here. Overriding the form of a method with a completion
/// handler also changes the awaited form.
///
/// `@unchecked Sendable`: `NSObject` does not declare it on Linux; a lock guards the collected data.
open class HKWorkoutBuilder: NSObject, @unchecked Sendable {
    /// A copy of the configuration that the builder was created with.
    open var workoutConfiguration: HKWorkoutConfiguration {
        configuration.withLock { $0.copy }
    }
    /// The device that measures.
    open private(set) var device: HKDevice?
    private let configuration: Guarded<HeldConfiguration>
    let store: HKHealthStore
    let collection: Guarded<WorkoutCollection>
    /// The samples that were added so far, which the finished workout is associated with.
    let added = Guarded<[ObjectType: Set<ObjectID>]>([:])
    let ids = FinishedIDs()
    let routes = Guarded<HKWorkoutRouteBuilder?>(nil)

    /// A builder for one workout.
    public init(healthStore: HKHealthStore, configuration: HKWorkoutConfiguration, device: HKDevice?) {
        store = healthStore
        self.device = device
        self.configuration = Guarded(HeldConfiguration(configuration))
        collection = Guarded(WorkoutCollection(configuration))
    }

    // MARK: - Interim results

    /// When the workout began; nil before it has.
    open var startDate: Date? { collection.withLock { $0.start?.date } }

    /// When the workout ended; nil before it has.
    open var endDate: Date? { collection.withLock { $0.end?.date } }

    /// The workout's metadata.
    open var metadata: [String: Any] { collection.withLock { $0.metadata }.dictionary }

    /// The workout's events, in order.
    open var workoutEvents: [HKWorkoutEvent] { collection.withLock { $0.events }.map(HKWorkoutEvent.init) }

    /// The activities, with their durations and statistics so far.
    open var workoutActivities: [HKWorkoutActivity] {
        let (activities, events) = collection.withLock { ($0.activities, $0.events) }
        return activities.map { HKWorkoutActivity($0, events: events) }
    }

    /// The statistics of each type so far.
    open var allStatistics: [HKQuantityType: HKStatistics] { collection.withLock { $0.statistics }.byType }

    /// The statistics of a type so far; nil without quantities.
    open func statistics(for quantityType: HKQuantityType) -> HKStatistics? { allStatistics[quantityType] }

    /// Seconds without pauses from the beginning until a moment.
    open func elapsedTime(at date: Date) -> TimeInterval { collection.withLock { $0.elapsedTime(at: date) } }

    /// The builder for a series of the workout; nil for types without series.
    ///
    /// `finishWorkout()` saves the route and associates it with the workout, unless `finishRoute(with:metadata:)` did.
    open func seriesBuilder(for seriesType: HKSeriesType) -> HKSeriesBuilder? {
        guard seriesType.type == .workoutRoute else { return nil }
        return routes.withLock { routes in
            let builder = routes ?? HKWorkoutRouteBuilder(healthStore: store, device: device)
            routes = builder
            return builder
        }
    }

    // MARK: - From begin to end

    /// Begins the workout.
    open func beginCollection(at startDate: Date) async throws {
        try await awaitOverridable(
            { beginCollection(withStart: startDate, completion: $0) },
            direct: { try begin(startDate) }
        )
    }

    /// Begins the workout, and then calls `completion`.
    @preconcurrency
    open func beginCollection(
        withStart startDate: Date,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        store.completions.report(to: completion) { try self.begin(startDate) }
    }

    /// Ends the workout. Earlier measurements can still be added.
    open func endCollection(at endDate: Date) async throws {
        try await awaitOverridable({ endCollection(withEnd: endDate, completion: $0) }, direct: { try end(endDate) })
    }

    /// Ends the workout, and then calls `completion`.
    @preconcurrency
    open func endCollection(
        withEnd endDate: Date,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        store.completions.report(to: completion) { try self.end(endDate) }
    }

    /// Saves the workout, and then associates the added samples with it. If that fails, the collected data is kept and
    /// the workout can be finished again.
    ///
    /// These are two writes: an app that follows workouts may see the workout before its samples are associated.
    @discardableResult
    open func finishWorkout() async throws -> HKWorkout? {
        try await awaitOverridableValue({ finishWorkout(completion: $0) }, direct: { try await finish() })
    }

    /// Saves the workout, associates the added samples with it, and then calls `completion`.
    @preconcurrency
    open func finishWorkout(completion: @escaping @Sendable (HKWorkout?, (any Error)?) -> Void) {
        store.completions.deliver(to: completion, otherwise: nil) { try await self.finish() }
    }

    /// Discards the workout. Samples that were added stay in the store.
    open func discardWorkout() {
        collection.withLock { $0.discard() }
        routes.withLock { $0 }?.discard()
        didChange()
    }

    // MARK: - What a live builder adds to it

    /// Something of the workout has changed, other than the samples that a live builder has collected.
    func didChange() {}

    /// The workout is about to be finished.
    func willFinish() async throws {}

    // MARK: - Adding

    /// Saves samples and adds them to the workout.
    open func addSamples(_ samples: [HKSample]) async throws {
        try await awaitOverridable({ add(samples, completion: $0) }, direct: { try await collect(samples) })
    }

    /// Saves samples and adds them to the workout, and then calls `completion`.
    @preconcurrency
    open func add(_ samples: [HKSample], completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        store.completions.report(to: completion) { try await self.collect(samples) }
    }

    /// Adds events.
    open func addWorkoutEvents(_ workoutEvents: [HKWorkoutEvent]) async throws {
        try await awaitOverridable(
            { addWorkoutEvents(workoutEvents, completion: $0) },
            direct: { try collect(workoutEvents) }
        )
    }

    /// Adds events, and then calls `completion`.
    @preconcurrency
    open func addWorkoutEvents(
        _ workoutEvents: [HKWorkoutEvent],
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        store.completions.report(to: completion) { try self.collect(workoutEvents) }
    }

    /// Adds metadata of the workout.
    open func addMetadata(_ metadata: [String: Any]) async throws {
        try await awaitOverridable({ addMetadata(metadata, completion: $0) }, direct: { try collect(metadata) })
    }

    /// Adds metadata of the workout, and then calls `completion`.
    @preconcurrency
    open func addMetadata(
        _ metadata: [String: Any],
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let metadata = Transferred(metadata)
        store.completions.report(to: completion) { try self.collect(metadata.value) }
    }

    /// Adds an activity.
    open func addWorkoutActivity(_ workoutActivity: HKWorkoutActivity) async throws {
        try await awaitOverridable(
            { addWorkoutActivity(workoutActivity, completion: $0) },
            direct: { try collect(workoutActivity) }
        )
    }

    /// Adds an activity, and then calls `completion`.
    @preconcurrency
    open func addWorkoutActivity(
        _ workoutActivity: HKWorkoutActivity,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        store.completions.report(to: completion) { try self.collect(workoutActivity) }
    }

    /// Ends an activity.
    open func updateActivity(uuid: UUID, end endDate: Date) async throws {
        try await awaitOverridable(
            { updateActivity(uuid: uuid, end: endDate, completion: $0) },
            direct: { try endActivity(uuid, endDate) }
        )
    }

    /// Ends an activity, and then calls `completion`.
    @preconcurrency
    open func updateActivity(
        uuid: UUID,
        end endDate: Date,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        store.completions.report(to: completion) { try self.endActivity(uuid, endDate) }
    }

    /// Adds metadata of an activity.
    open func updateActivity(uuid: UUID, adding metadata: [String: Any]) async throws {
        try await awaitOverridable(
            { updateActivity(uuid: uuid, adding: metadata, completion: $0) },
            direct: { try collect(metadata, ofActivity: uuid) }
        )
    }

    /// Adds metadata of an activity, and then calls `completion`.
    @preconcurrency
    open func updateActivity(
        uuid: UUID,
        adding metadata: [String: Any],
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let metadata = Transferred(metadata)
        store.completions.report(to: completion) { try self.collect(metadata.value, ofActivity: uuid) }
    }
}

/// A private copy of a configuration.
///
/// `@unchecked Sendable`: only copies of it are passed on.
private struct HeldConfiguration: @unchecked Sendable {
    private let held: HKWorkoutConfiguration

    init(_ configuration: HKWorkoutConfiguration) {
        held = HeldConfiguration.copy(of: configuration)
    }

    var copy: HKWorkoutConfiguration { HeldConfiguration.copy(of: held) }

    private static func copy(of configuration: HKWorkoutConfiguration) -> HKWorkoutConfiguration {
        guard let copy = configuration.copy() as? HKWorkoutConfiguration else {
            fatalError("a configuration is copied to a configuration")
        }
        return copy
    }
}

extension HKWorkoutBuilder: OverridableCalls {
    static var original: AnyObject.Type { HKWorkoutBuilder.self }
}
