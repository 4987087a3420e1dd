internal import Foundation
internal import HearthClient
internal import HearthModel

/// Statistics that count what several sources have measured at the same time once.
extension HKWorkoutBuilder {
    /// A workout whose statistics count what several sources have measured at the same time once.
    func mergingSources(_ workout: WorkoutCollection.Workout) async throws -> WorkoutCollection.Workout {
        var merged = workout
        let whole = Timestamp(clamping: workout.start)...Timestamp(clamping: workout.end)
        for (index, own) in workout.detail.statistics.enumerated() {
            guard let ids = workout.shared[own.type] else { continue }
            merged.detail.statistics[index] = try await statistics(of: own.type, ids, whole) ?? own
        }
        for (number, activity) in workout.detail.activities.enumerated() {
            guard let end = activity.end, activity.start < end else { continue }
            for (index, own) in activity.statistics.enumerated() {
                guard let ids = workout.shared[own.type] else { continue }
                merged.detail.activities[number].statistics[index] =
                    try await statistics(of: own.type, ids, activity.start...end, isPart: true) ?? own
            }
        }
        merged.setTotals()
        return merged
    }

    /// The statistics of stored samples; of a part only what lies in it.
    func statistics(
        of type: ObjectType,
        _ ids: [ObjectID],
        _ time: ClosedRange<Timestamp>,
        isPart: Bool = false
    ) async throws -> WorkoutStatistics? {
        try await WorkoutStatisticsQuery(store.connection).statistics(
            of: Clause(type: type, predicate: HearthModel.Predicate(terms: [.ids(ids)])),
            in: isPart ? time.lowerBound..<time.upperBound : nil,
            for: time
        )
    }
}
