import Foundation
import HearthKit
import HearthModel

/// An app that records a run: it saves heart rates and distances while they are measured, and then the workout with its
/// route.
struct RunRecorder {
    let store: HKHealthStore
    let run: SimulatedRun
    let stage: Stage

    /// A workout that was begun and forgotten. It is deleted in the end, and gone from every app's list.
    func saveMistake() async throws -> HKWorkout {
        let mistake = HKWorkout(
            activityType: .walking,
            start: run.start.addingTimeInterval(-7_200),
            end: run.start.addingTimeInterval(-7_170),
            workoutEvents: nil,
            totalEnergyBurned: nil,
            totalDistance: nil,
            metadata: run.metadata
        )
        try await store.save(mistake)
        return mistake
    }

    func record() async throws {
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = .running
        configuration.locationType = .outdoor
        let builder = HKWorkoutBuilder(healthStore: store, configuration: configuration, device: .local())
        let route = HKWorkoutRouteBuilder(healthStore: store, device: .local())
        try await builder.beginCollection(at: run.start)
        try await builder.addMetadata(run.metadata)
        try stage.say("The run begins.", as: .recorder)
        for minute in 0..<SimulatedRun.minutes {
            try await builder.addSamples(samples(ofMinute: minute))
            try await route.insertRouteData(run.locations(ofMinute: minute))
            if (minute + 1).isMultiple(of: 6) {
                try stage.say("\((minute + 1).counted("minute")), \(distance(so: builder)).", as: .recorder)
            }
            try await stage.pause()
        }
        try await builder.endCollection(at: run.end)
        guard let workout = try await builder.finishWorkout() else { return }
        _ = try await route.finishRoute(with: workout, metadata: run.metadata)
        try stage.say("The run is saved, with its route.", as: .recorder)
    }

    func delete(_ mistake: HKWorkout) async throws {
        try await stage.pause(2)
        try await store.delete(mistake)
        try stage.say("A walk that was recorded by mistake is deleted.", as: .recorder)
    }

    /// Deletes everything that this app has saved for the demo. Returns how many objects that were.
    func deleteEverything() async throws -> Int {
        let types: [HKSampleType] = [
            HKQuantityType(.heartRate), HKQuantityType(.distanceWalkingRunning), HKSeriesType.workoutRoute(),
            HKObjectType.workoutType(),
        ]
        var count = 0
        for type in types {
            count += try await store.deleteObjects(of: type, predicate: run.predicate)
        }
        return count
    }

    private func samples(ofMinute minute: Int) -> [HKSample] {
        let (start, end) = (run.time(ofMinute: minute), run.time(ofMinute: minute + 1))
        return [
            HKQuantitySample(
                type: HKQuantityType(.heartRate),
                quantity: HKQuantity(unit: .beatsPerMinute, doubleValue: run.heartRate(atMinute: minute)),
                start: end,
                end: end,
                metadata: run.metadata
            ),
            HKQuantitySample(
                type: HKQuantityType(.distanceWalkingRunning),
                quantity: HKQuantity(unit: .meter(), doubleValue: run.distance(ofMinute: minute)),
                start: start,
                end: end,
                metadata: run.metadata
            ),
        ]
    }

    private func distance(so builder: HKWorkoutBuilder) -> String {
        let sum = builder.statistics(for: HKQuantityType(.distanceWalkingRunning))?.sumQuantity()
        return "\((sum?.doubleValue(for: .meterUnit(with: .kilo)) ?? 0).hundredths) km"
    }
}
