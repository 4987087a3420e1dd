import Foundation
import HearthModel
import HearthTestSupport
import HearthWire
import Testing

@testable import HearthKit

/// What is no sample and is archived too.
@Suite("Archives of other objects")
struct OtherArchiveTests {
    @Test("events, activities and statistics come back by themselves")
    func partsOfWorkouts() throws {
        let first = SeededGenerator.firstSeed(default: 1)
        for seed in first..<first + 50 {
            var random = RandomWorkouts(generator: SeededGenerator(seed: seed))
            for workout in random.workouts() {
                for event in workout.workoutEvents ?? [] {
                    let copy = try restored(event)
                    #expect(copy == event && copy.dateInterval == event.dateInterval, "HEARTH_TEST_SEED=\(seed)")
                    #expect(copy.metadata?.count == event.metadata?.count, "HEARTH_TEST_SEED=\(seed)")
                }
                for activity in workout.workoutActivities {
                    let copy = try restored(activity)
                    #expect(copy == activity && copy.uuid == activity.uuid, "HEARTH_TEST_SEED=\(seed)")
                    #expect(copy.workoutEvents == activity.workoutEvents, "HEARTH_TEST_SEED=\(seed)")
                    #expect(copy.workoutConfiguration == activity.workoutConfiguration, "HEARTH_TEST_SEED=\(seed)")
                    #expect(copy.allStatistics == activity.allStatistics, "HEARTH_TEST_SEED=\(seed)")
                }
                for statistics in workout.allStatistics.values {
                    #expect(try restored(statistics) == statistics, "HEARTH_TEST_SEED=\(seed)")
                }
            }
        }
    }

    @Test("statistics keep their sources, also when there are none")
    func statistics() throws {
        let start = Timestamp(nanoseconds: 1_700_000_000_000_000_000)
        let end = Timestamp(nanoseconds: 1_700_000_060_000_000_000)
        let values = StatisticsValues(
            sum: 7,
            mostRecent: WorkoutStatistics.MostRecent(value: 3, start: start, end: end),
            duration: 60
        )
        let source = Source(bundleIdentifier: "org.example.one", name: "One")
        let type = HKQuantityType(.stepCount).type
        for parts in [nil, [], [SourceValues(source: source, values: values)]] {
            let statistics = HKStatistics(of: type, from: start, to: end, values, parts: parts)
            let copy = try restored(statistics)
            #expect(copy == statistics && copy.sources == statistics.sources)
            #expect(copy.duration()?.doubleValue(for: .minute()) == 1)
            #expect(copy.sumQuantity(for: HKSource(source))?.doubleValue(for: .count()) == parts?.first.map { _ in 7 })
        }
        for type in ObjectType.all where type.kind == .quantity {
            let empty = HKStatistics(of: type, from: start, to: end, StatisticsValues())
            #expect(try restored(empty) == empty && restored(empty).sumQuantity() == nil)
        }
    }

    @Test("an activity that an app made comes back, also one that goes on")
    func newActivities() throws {
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = .swimming
        configuration.swimmingLocationType = .pool
        configuration.lapLength = HKQuantity(unit: .meter(), doubleValue: 25)
        let start = Date(timeIntervalSince1970: 1_700_000_000)
        for end in [nil, start, start + 60] {
            let activity = HKWorkoutActivity(
                workoutConfiguration: configuration,
                start: start,
                end: end,
                metadata: ["key": 1.5]
            )
            let copy = try restored(activity)
            #expect(copy == activity && copy.endDate == end && copy.metadata?["key"] as? Double == 1.5)
            #expect(copy.workoutConfiguration == configuration)
        }
    }

    @Test("an event of a kind that only a newer version knows stays what it is")
    func newerEvents() throws {
        let moment = Timestamp(nanoseconds: 0)
        let event = HKWorkoutEvent(
            WorkoutEvent(
                type: WorkoutEventType(rawValue: 99),
                start: moment,
                end: Timestamp(nanoseconds: 1_000_000_000)
            )
        )
        let copy = try restored(event)
        #expect(copy == event && copy.type == .marker && copy.event.type.rawValue == 99)
    }

    @Test("deleted objects say what they were")
    func deletedObjects() throws {
        let kept = try Metadata([HKMetadataKeySyncIdentifier: "a", HKMetadataKeySyncVersion: 2])
        for (type, metadata) in [(ObjectType.workout, kept), (nil, .none), (nil, kept)] {
            let object = HKDeletedObject(
                id: ObjectIDGenerator.shared.next(),
                type: type,
                time: Timestamp(nanoseconds: 1),
                kept: metadata
            )
            let copy = try restored(object)
            #expect(copy == object && copy.uuid == object.uuid && copy.sampleType == object.sampleType)
            #expect(copy.deletionDate == object.deletionDate)
            #expect(copy.metadata?[HKMetadataKeySyncVersion] as? Int == (metadata == kept ? 2 : nil))
            #expect((copy.metadata == nil) == (metadata == .none))
        }
    }
}
