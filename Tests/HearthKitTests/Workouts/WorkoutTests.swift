import Foundation
import HearthModel
import HearthTestSupport
import Testing

@testable import HearthKit

@Suite("Workouts")
struct WorkoutTests {
    private let start = Date(timeIntervalSince1970: 1_700_000_000)
    private var end: Date { start + 3600 }

    @Test("every initialiser keeps what it is given")
    func initialisers() {
        let energy = HKQuantity(unit: .largeCalorie(), doubleValue: 425)
        let distance = HKQuantity(unit: .mile(), doubleValue: 3.2)
        let count = HKQuantity(unit: .count(), doubleValue: 12)
        let events = [HKWorkoutEvent(type: .marker, date: start + 5)]
        let device = HKDevice.local()
        let metadata: [String: Any] = [HKMetadataKeyIndoorWorkout: true]
        let plain = HKWorkout(activityType: .running, start: start, end: end)
        #expect(plain.duration == 3600 && plain.totalDistance == nil && plain.workoutEvents == nil)
        #expect(plain.sampleType == .workoutType() && plain.workoutActivities.isEmpty)
        let workouts = [
            HKWorkout(
                activityType: .running,
                start: start,
                end: end,
                workoutEvents: events,
                totalEnergyBurned: energy,
                totalDistance: distance,
                metadata: metadata
            ),
            HKWorkout(
                activityType: .running,
                start: start,
                end: end,
                workoutEvents: events,
                totalEnergyBurned: energy,
                totalDistance: distance,
                device: device,
                metadata: metadata
            ),
            HKWorkout(
                activityType: .running,
                start: start,
                end: end,
                duration: 0,
                totalEnergyBurned: energy,
                totalDistance: distance,
                metadata: metadata
            ),
            HKWorkout(
                activityType: .running,
                start: start,
                end: end,
                duration: 1800,
                totalEnergyBurned: energy,
                totalDistance: distance,
                device: device,
                metadata: metadata
            ),
            HKWorkout(
                activityType: .running,
                start: start,
                end: end,
                workoutEvents: events,
                totalEnergyBurned: energy,
                totalDistance: distance,
                totalSwimmingStrokeCount: count,
                device: device,
                metadata: metadata
            ),
            HKWorkout(
                activityType: .running,
                start: start,
                end: end,
                workoutEvents: events,
                totalEnergyBurned: energy,
                totalDistance: distance,
                totalFlightsClimbed: count,
                device: device,
                metadata: metadata
            ),
        ]
        for (index, workout) in workouts.enumerated() {
            #expect(workout.workoutActivityType == .running && workout.startDate == start && workout.endDate == end)
            #expect(workout.totalEnergyBurned == energy)
            #expect(abs((workout.totalDistance?.doubleValue(for: .mile()) ?? 0) - 3.2) < 1e-9)
            #expect(workout.metadata?[HKMetadataKeyIndoorWorkout] as? Bool == true)
            #expect(workout.duration == (index == 3 ? 1800 : 3600))
            #expect(workout.device == ([1, 3, 4, 5].contains(index) ? device : nil))
            #expect(workout.workoutEvents == ([2, 3].contains(index) ? nil : events))
            #expect(workout.totalSwimmingStrokeCount == (index == 4 ? count : nil))
            #expect(workout.totalFlightsClimbed == (index == 5 ? count : nil))
        }
    }

    @Test("the duration is without the pauses that events tell of, whoever made them")
    func pauses() {
        let (generator, seed) = SeededGenerator.fromEnvironment(default: 20)
        var random = generator
        for _ in 0..<300 {
            let events = (0..<Int.random(in: 0...8, using: &random)).map { _ in
                HKWorkoutEvent(
                    type: [.pause, .resume, .motionPaused, .motionResumed, .lap].randomElement(using: &random) ?? .lap,
                    date: start + Double(Int.random(in: 0...60, using: &random))
                )
            }
            let workout = HKWorkout(
                activityType: .walking,
                start: start,
                end: start + 60,
                workoutEvents: events,
                totalEnergyBurned: nil,
                totalDistance: nil,
                metadata: nil
            )
            #expect(workout.duration == activeSeconds(events, of: 60), "HEARTH_TEST_SEED=\(seed)")
            #expect((workout.workoutEvents ?? []).map(\.date) == events.map(\.date).sorted())
        }
    }

    /// Second by second. Events of one second come in the order of the list.
    private func activeSeconds(_ events: [HKWorkoutEvent], of seconds: Int) -> Double {
        var (isPaused, isStill) = (false, false)
        var active = 0.0
        for second in 0..<seconds {
            for event in events where event.date == start + Double(second) {
                switch event.type {
                case .pause: isPaused = true
                case .resume: isPaused = false
                case .motionPaused: isStill = true
                case .motionResumed: isStill = false
                default: break
                }
            }
            active += isPaused || isStill ? 0 : 1
        }
        return active
    }

    @Test("totals that nobody gave are the sums of statistics")
    func totals() throws {
        func workout(_ activity: WorkoutActivityType, _ sums: [HKQuantityTypeIdentifier: Double]) -> HKWorkout {
            let time = Timestamp(nanoseconds: 0)
            let statistics = sums.map { identifier, sum in
                WorkoutStatistics(type: HKQuantityType(identifier).type, start: time, end: time, sum: sum)
            }
            return HKWorkout(
                SampleHead(new: HKObjectType.workoutType(), from: start, to: end, device: nil, metadata: nil),
                activityType: activity,
                duration: 1,
                detail: WorkoutDetail(statistics: statistics)
            )
        }
        let run = workout(
            HKWorkoutActivityType.running.type,
            [.distanceWalkingRunning: 5, .distanceCycling: 7, .activeEnergyBurned: 300, .flightsClimbed: 4]
        )
        #expect(run.totalDistance == HKQuantity(unit: .meter(), doubleValue: 5))
        #expect(run.totalEnergyBurned == HKQuantity(unit: .largeCalorie(), doubleValue: 300))
        #expect(run.totalFlightsClimbed == HKQuantity(unit: .count(), doubleValue: 4))
        #expect(run.totalSwimmingStrokeCount == nil)
        #expect(run.statistics(for: HKQuantityType(.distanceCycling))?.sumQuantity()?.doubleValue(for: .meter()) == 7)
        #expect(Set(run.allStatistics.keys).count == 4 && run.statistics(for: HKQuantityType(.heartRate)) == nil)
        let ride = workout(HKWorkoutActivityType.cycling.type, [.distanceWalkingRunning: 5, .distanceCycling: 7])
        #expect(ride.totalDistance == HKQuantity(unit: .meter(), doubleValue: 7))
        let yoga = workout(HKWorkoutActivityType.yoga.type, [.distanceSwimming: 9])
        #expect(yoga.totalDistance == HKQuantity(unit: .meter(), doubleValue: 9))
    }

    @Test("workouts come back from columns as they went in")
    func roundTrip() throws {
        let (generator, seed) = SeededGenerator.fromEnvironment(default: 21)
        var random = RandomWorkouts(generator: generator)
        for _ in 0..<200 {
            let workouts = random.workouts()
            for columns in try SampleEncoder.columns(of: workouts) {
                try columns.validate()
                try columns.validateForSaving()
                guard let decoded = SampleRows(columns).samples as? [HKWorkout] else {
                    Issue.record("not workouts")
                    continue
                }
                #expect(decoded == workouts, "HEARTH_TEST_SEED=\(seed)")
                #expect(decoded.map(\.detail) == workouts.map(\.detail), "HEARTH_TEST_SEED=\(seed)")
                #expect(decoded.map(\.duration) == workouts.map(\.duration), "HEARTH_TEST_SEED=\(seed)")
                #expect(decoded.map(\.workoutActivityType) == workouts.map(\.workoutActivityType))
                #expect(decoded.map(\.workoutActivities) == workouts.map(\.workoutActivities))
            }
        }
    }

    @Test("an activity type of a newer version keeps its number")
    func newerType() throws {
        let head = SampleHead(new: HKObjectType.workoutType(), from: start, to: end, device: nil, metadata: nil)
        let columns = WorkoutColumns(activityTypes: [WorkoutActivityType(rawValue: 4711)])
        let workout = HKWorkout(head, columns: columns, row: 0)
        #expect(workout.workoutActivityType == .other && workout.duration == 3600)
        #expect(try WorkoutColumns([workout]).activityTypes[0].rawValue == 4711)
    }

    @Test("what the store cannot keep is an error of the save")
    func refusals() {
        let tooLarge: [String: Any] = Dictionary(
            uniqueKeysWithValues: (0..<100).map { ("key\($0)", $0 as Any) }
        )
        let event = HKWorkoutEvent(type: .lap, dateInterval: DateInterval(start: start, end: end), metadata: tooLarge)
        #expect(event.metadata?.count == 100)
        let workout = HKWorkout(
            activityType: .running,
            start: start,
            end: end,
            workoutEvents: [event],
            totalEnergyBurned: nil,
            totalDistance: nil,
            metadata: nil
        )
        #expect(throws: HearthError.self) { try SampleEncoder.columns(of: [workout]) }
        let endless = HKWorkout(
            activityType: .running,
            start: start,
            end: end,
            duration: .infinity,
            totalEnergyBurned: nil,
            totalDistance: nil,
            metadata: nil
        )
        #expect(throws: HearthError.self) { try SampleEncoder.columns(of: [endless]) }
    }

    @Test("what HealthKit raises exceptions for stops the program")
    func misuse() async {
        await #expect(processExitsWith: .failure) {
            _ = HKWorkout(activityType: .running, start: Date(), end: Date() - 1)
        }
        await #expect(processExitsWith: .failure) {
            _ = HKWorkout(
                activityType: .running,
                start: Date(),
                end: Date() + 1,
                duration: 0,
                totalEnergyBurned: HKQuantity(unit: .meter(), doubleValue: 1),
                totalDistance: nil,
                metadata: nil
            )
        }
        await #expect(processExitsWith: .failure) {
            _ = HKWorkoutActivity(
                workoutConfiguration: HKWorkoutConfiguration(),
                start: Date(),
                end: Date() - 1,
                metadata: nil
            )
        }
    }
}
