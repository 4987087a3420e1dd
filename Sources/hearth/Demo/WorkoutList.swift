import Foundation
import HearthKit
import HearthModel

/// An app that keeps a list of workouts in sync with the store, deletions included.
struct WorkoutList {
    let store: HKHealthStore
    let run: SimulatedRun
    let stage: Stage

    /// Shows the list after each change, until it has its final form.
    func follow(until isComplete: @Sendable ([HKWorkout]) -> Bool) async throws {
        let query = HKAnchoredObjectQueryDescriptor(predicates: [.workout(run.predicate)], anchor: nil)
        var workouts: [UUID: HKWorkout] = [:]
        for try await change in query.results(for: store) {
            for workout in change.addedSamples {
                workouts[workout.uuid] = workout
            }
            for object in change.deletedObjects {
                workouts[object.uuid] = nil
            }
            let list = workouts.values.sorted { $0.startDate < $1.startDate }
            try show(list)
            if isComplete(list) { break }
        }
    }

    private func show(_ workouts: [HKWorkout]) throws {
        let lines = workouts.map { workout in
            let activity = workout.workoutActivityType == .running ? "run" : "walk"
            return "\(activity) of \(workout.duration.clockText)\(detail(of: workout))"
        }
        let list = lines.isEmpty ? "none" : lines.joined(separator: "; ")
        try stage.say("Workouts: \(list).", as: .list)
    }

    private func detail(of workout: HKWorkout) -> String {
        guard
            let distance = workout.statistics(for: HKQuantityType(.distanceWalkingRunning))?.sumQuantity(),
            let beats = workout.statistics(for: HKQuantityType(.heartRate))?.averageQuantity()
        else { return "" }
        return ", \(distance.doubleValue(for: .meterUnit(with: .kilo)).hundredths) km"
            + ", \(beats.doubleValue(for: .beatsPerMinute).rounded().shortText) beats a minute on average"
    }

    // MARK: - In the end

    /// The objects of the run that this app finds in the store.
    func summary() async throws -> [String] {
        let workouts = HKSampleQueryDescriptor(predicates: [.workout(run.predicate)], sortDescriptors: [])
        guard let workout = try await workouts.result(for: store).first else { return ["No run is stored."] }
        let inWorkout = HKQuery.predicateForObjects(from: workout)
        let rates = HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: HKQuantityType(.heartRate), predicate: inWorkout)],
            sortDescriptors: []
        )
        let beats = try await rates.result(for: store).map { $0.quantity.doubleValue(for: .beatsPerMinute) }
        let routes = HKSampleQueryDescriptor(predicates: [.workoutRoute(inWorkout)], sortDescriptors: [])
        var locations = 0
        for route in try await routes.result(for: store) {
            for try await _ in HKWorkoutRouteQueryDescriptor(route).results(for: store) {
                locations += 1
            }
        }
        let range = "\((beats.min() ?? 0).shortText) to \((beats.max() ?? 0).shortText)"
        return [
            "A run of \(workout.duration.clockText)\(detail(of: workout)).",
            "With it: \(beats.count.counted("heart rate")), \(range) beats a minute, and a route of"
                + " \(locations.counted("location")).",
        ]
    }
}
