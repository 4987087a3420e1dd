import Foundation
import HearthModel
import HearthTestSupport

@testable import HearthKit

/// Makes workouts that the store can keep.
struct RandomWorkouts {
    var generator: SeededGenerator

    static let types: [HKQuantityTypeIdentifier] = [
        .heartRate, .activeEnergyBurned, .distanceWalkingRunning, .distanceCycling,
    ]

    mutating func workouts() -> [HKWorkout] {
        (0..<int(1...4)).map { _ in workout() }
    }

    mutating func workout() -> HKWorkout {
        let start = Date(timeIntervalSince1970: 1_700_000_000 + Double(int(0...1_000_000)) / 8)
        let length = int(60...7200)
        let end = start + Double(length)
        let activities = (0..<int(0...2)).map { _ in activity(start, length) }
        let detail = WorkoutDetail(
            totalEnergyBurned: maybe { Double($0.int(0...900)) / 4 },
            totalDistance: maybe { Double($0.int(0...9000)) / 4 },
            totalSwimmingStrokeCount: maybe { Double($0.int(0...900)) },
            totalFlightsClimbed: maybe { Double($0.int(0...9)) },
            events: flag() ? [] : events(start, length).inOrder,
            activities: activities,
            statistics: statistics(start, end)
        )
        return HKWorkout(
            SampleHead(
                new: HKObjectType.workoutType(),
                from: start,
                to: end,
                device: flag() ? .local() : nil,
                metadata: flag() ? [HKMetadataKeyIndoorWorkout: flag()] : nil
            ),
            activityType: activityType(),
            duration: Double(int(0...7200)),
            detail: detail
        )
    }

    mutating func activityType() -> WorkoutActivityType {
        WorkoutActivityType.all[int(0...6)]
    }

    private mutating func activity(_ start: Date, _ length: Int) -> WorkoutActivity {
        let from = int(0...length)
        let until = int(from...length)
        return WorkoutActivity(
            id: ObjectIDGenerator.shared.next(),
            activityType: activityType(),
            location: [.unknown, .indoor, .outdoor][int(0...2)],
            swimmingLocation: [.unknown, .pool, .openWater][int(0...2)],
            lapLength: maybe { Double($0.int(1...50)) },
            start: Timestamp(clamping: start + Double(from)),
            end: flag() ? Timestamp(clamping: start + Double(until)) : nil,
            duration: Double(int(0...length)),
            statistics: statistics(start + Double(from), start + Double(until))
        )
    }

    private mutating func events(_ start: Date, _ length: Int) -> [HKWorkoutEvent] {
        let pause = HKWorkoutEvent(type: .pause, date: start)
        return [pause]
            + (0..<int(0...4)).map { _ in
                let from = int(0...length)
                let type: HKWorkoutEventType = flag() ? .segment : flag() ? .resume : .lap
                let seconds = type == .resume ? 0 : int(0...(length - from))
                return HKWorkoutEvent(
                    type: type,
                    dateInterval: DateInterval(start: start + Double(from), duration: Double(seconds)),
                    metadata: flag() ? ["note": "x"] : nil
                )
            }
    }

    private mutating func statistics(_ start: Date, _ end: Date) -> [WorkoutStatistics] {
        var statistics: [WorkoutStatistics] = []
        for identifier in Self.types where flag() {
            let least = Double(int(0...100))
            statistics.append(
                WorkoutStatistics(
                    type: HKQuantityType(identifier).type,
                    start: Timestamp(clamping: start),
                    end: Timestamp(clamping: end),
                    sum: maybe { Double($0.int(0...1000)) },
                    average: maybe { Double($0.int(0...200)) },
                    minimum: flag() ? least : nil,
                    maximum: maybe { least + Double($0.int(0...100)) }
                )
            )
        }
        return statistics
    }

    mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

    mutating func flag() -> Bool { Bool.random(using: &generator) }

    mutating func maybe<Value>(_ make: (inout RandomWorkouts) -> Value) -> Value? {
        flag() ? make(&self) : nil
    }
}
