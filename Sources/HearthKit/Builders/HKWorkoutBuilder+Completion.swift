public import Foundation

extension HKWorkoutBuilder {
    /// Begins the workout, and then calls `completion`.
    @preconcurrency
    public func beginCollection(
        withStart startDate: Date,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        store.report(to: completion) { _ in try await self.beginCollection(at: startDate) }
    }

    /// Ends the workout, and then calls `completion`.
    @preconcurrency
    public func endCollection(
        withEnd endDate: Date,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        store.report(to: completion) { _ in try await self.endCollection(at: endDate) }
    }

    /// Saves samples and adds them to the workout, and then calls `completion`.
    @preconcurrency
    public func addSamples(
        _ samples: [HKSample],
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        store.report(to: completion) { _ in try await self.addSamples(samples) }
    }

    /// Adds events, and then calls `completion`.
    @preconcurrency
    public func addWorkoutEvents(
        _ workoutEvents: [HKWorkoutEvent],
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        store.report(to: completion) { _ in try await self.addWorkoutEvents(workoutEvents) }
    }

    /// Adds metadata of the workout, and then calls `completion`.
    @preconcurrency
    public func addMetadata(
        _ metadata: [String: Any],
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let metadata = Handed(metadata)
        store.report(to: completion) { _ in try await self.addMetadata(metadata.value) }
    }

    /// Adds an activity, and then calls `completion`.
    @preconcurrency
    public func addWorkoutActivity(
        _ workoutActivity: HKWorkoutActivity,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        store.report(to: completion) { _ in try await self.addWorkoutActivity(workoutActivity) }
    }

    /// Ends an activity, and then calls `completion`.
    @preconcurrency
    public func updateActivity(
        uuid: UUID,
        end endDate: Date,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        store.report(to: completion) { _ in try await self.updateActivity(uuid: uuid, end: endDate) }
    }

    /// Adds metadata of an activity, and then calls `completion`.
    @preconcurrency
    public func updateActivity(
        uuid: UUID,
        adding metadata: [String: Any],
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let metadata = Handed(metadata)
        store.report(to: completion) { _ in try await self.updateActivity(uuid: uuid, adding: metadata.value) }
    }

    /// Saves the workout and associates with it what was added, and then calls `completion`.
    @preconcurrency
    public func finishWorkout(completion: @escaping @Sendable (HKWorkout?, (any Error)?) -> Void) {
        store.deliver(to: completion, otherwise: nil) { _ in try await self.finishWorkout() }
    }
}
