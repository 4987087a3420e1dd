public import Foundation
internal import HearthClient
internal import HearthModel
internal import HearthThreads

/// Collects a workout while it happens, and saves it.
///
/// Samples are saved as they are added; what they come to becomes the workout's statistics.
///
/// `@unchecked Sendable`: `NSObject` says nothing about it on Linux; what was collected is guarded.
open class HKWorkoutBuilder: NSObject, @unchecked Sendable {
    /// What is done, and where: a copy of what the builder was given.
    public var workoutConfiguration: HKWorkoutConfiguration {
        configuration.withLock { $0.copy }
    }
    /// What measures.
    public let device: HKDevice?
    private let configuration: Guarded<HeldConfiguration>
    let store: HKHealthStore
    private let collection: Guarded<WorkoutCollection>
    /// The samples that were saved so far, which the finished workout is associated with.
    private let added = Guarded<[ObjectID]>([])
    private let ids = FinishedIDs()
    private let routes = Guarded<HKWorkoutRouteBuilder?>(nil)

    /// A builder for one workout.
    public init(healthStore: HKHealthStore, configuration: HKWorkoutConfiguration, device: HKDevice?) {
        store = healthStore
        self.device = device
        self.configuration = Guarded(HeldConfiguration(configuration))
        collection = Guarded(WorkoutCollection(configuration))
    }

    // MARK: - What is known so far

    /// When the workout began; nil before it has.
    public var startDate: Date? { collection.withLock { $0.start?.date } }

    /// When the workout ended; nil before it has.
    public var endDate: Date? { collection.withLock { $0.end?.date } }

    /// What was attached to the workout.
    public var metadata: [String: Any] { collection.withLock { $0.metadata }.dictionary }

    /// What happened, in order.
    public var workoutEvents: [HKWorkoutEvent] { collection.withLock { $0.events }.map(HKWorkoutEvent.init) }

    /// The activities, with what is known of them so far.
    public var workoutActivities: [HKWorkoutActivity] {
        let (activities, events) = collection.withLock { ($0.activities, $0.events) }
        return activities.map { HKWorkoutActivity($0, events: events) }
    }

    /// What the quantities of each type come to so far.
    public var allStatistics: [HKQuantityType: HKStatistics] { collection.withLock { $0.statistics }.byType }

    /// What the quantities of a type come to so far; nil when there are none.
    public func statistics(for quantityType: HKQuantityType) -> HKStatistics? { allStatistics[quantityType] }

    /// Seconds without pauses from the beginning until a moment.
    public func elapsedTime(at date: Date) -> TimeInterval { collection.withLock { $0.elapsedTime(at: date) } }

    /// Collects what goes into a series of the workout; nil for types that have no series.
    ///
    /// A route is saved when its builder is finished with the workout.
    public func seriesBuilder(for seriesType: HKSeriesType) -> HKSeriesBuilder? {
        guard seriesType.type == .workoutRoute else { return nil }
        return routes.withLock { routes in
            let builder = routes ?? HKWorkoutRouteBuilder(healthStore: store, device: device)
            routes = builder
            return builder
        }
    }

    // MARK: - From begin to end

    /// Begins the workout.
    public func beginCollection(at startDate: Date) async throws {
        try collection.change { collection throws(HearthError) in try collection.begin(at: startDate) }
    }

    /// Ends the workout. What was measured before can still be added.
    public func endCollection(at endDate: Date) async throws {
        try collection.change { collection throws(HearthError) in try collection.end(at: endDate) }
    }

    /// Saves the workout, and then associates with it what was added. What was collected is kept when that fails, and can
    /// be finished again.
    ///
    /// These are two writes: an app that follows workouts may see this one before its samples are found through it.
    @discardableResult
    public func finishWorkout() async throws -> HKWorkout? {
        try await collection.finishing { collection throws(HearthError) in
            try collection.finish()
        } saving: { finished in
            let head = SampleHead(
                collected: .workout,
                ids: ids,
                from: finished.start,
                to: finished.end,
                device: device,
                attached: finished.metadata
            )
            let workout = HKWorkout(
                head,
                activityType: finished.activityType,
                duration: finished.duration,
                detail: finished.detail
            )
            try await store.save(workout)
            let samples = added.withLock { $0 }
            if !samples.isEmpty {
                _ = try await store.connection.add([], stored: samples, to: workout.id)
            }
            return workout
        }
    }

    /// Gives up the workout. The samples that were added stay in the store.
    public func discardWorkout() {
        collection.withLock { $0.discard() }
        routes.withLock { $0 }?.discard()
    }

    // MARK: - What comes in

    /// Saves samples and adds them to the workout.
    public func addSamples(_ samples: [HKSample]) async throws {
        // First what can be refused, then what lasts.
        _ = try collection.change { collection throws(HearthError) in
            var tried = collection
            try tried.add(samples)
        }
        try await store.save(samples)
        try collection.change { collection throws(HearthError) in try collection.add(samples) }
        added.withLock { $0 += samples.map(\.id) }
    }

    /// Adds events.
    public func addWorkoutEvents(_ workoutEvents: [HKWorkoutEvent]) async throws {
        try collection.change { collection throws(HearthError) in try collection.add(workoutEvents) }
    }

    /// Adds metadata of the workout.
    public func addMetadata(_ metadata: [String: Any]) async throws {
        try collection.change { collection throws(HearthError) in try collection.add(Metadata(metadata)) }
    }

    /// Adds an activity.
    public func addWorkoutActivity(_ workoutActivity: HKWorkoutActivity) async throws {
        try collection.change { collection throws(HearthError) in try collection.add(workoutActivity) }
    }

    /// Ends an activity.
    public func updateActivity(uuid: UUID, end endDate: Date) async throws {
        try collection.change { collection throws(HearthError) in
            try collection.endActivity(ObjectID(uuid), at: endDate)
        }
    }

    /// Adds metadata of an activity.
    public func updateActivity(uuid: UUID, adding metadata: [String: Any]) async throws {
        try collection.change { collection throws(HearthError) in
            try collection.addMetadata(Metadata(metadata), toActivity: ObjectID(uuid))
        }
    }
}

/// A configuration that nobody else has, so that nobody can change it.
///
/// `@unchecked Sendable`: it is a copy, and only copies of it are given away.
private struct HeldConfiguration: @unchecked Sendable {
    private let held: HKWorkoutConfiguration

    init(_ configuration: HKWorkoutConfiguration) {
        held = HeldConfiguration.copy(of: configuration)
    }

    var copy: HKWorkoutConfiguration { HeldConfiguration.copy(of: held) }

    private static func copy(of configuration: HKWorkoutConfiguration) -> HKWorkoutConfiguration {
        guard let copy = configuration.copy() as? HKWorkoutConfiguration else {
            preconditionFailure("a configuration is copied to a configuration")
        }
        return copy
    }
}
