import Foundation
import HearthModel
import Testing

@testable import HearthKit

@Suite("Kinds of workouts, events and places")
struct WorkoutTypeTests {
    @Test("activity types are those of the registry, by name and number")
    func activities() throws {
        let declared = try Declarations.numbers(in: "Workouts/HKWorkoutActivityType.swift")
        let known = WorkoutActivityType.all.map { ($0.name, Int64($0.rawValue)) }
        #expect(declared == Dictionary(uniqueKeysWithValues: known))
        for type in WorkoutActivityType.all {
            #expect(HKWorkoutActivityType(type).type == type)
        }
    }

    @Test("what a newer version knows has a place")
    func unknown() {
        #expect(HKWorkoutActivityType(WorkoutActivityType(rawValue: 81)) == .other)
        #expect(HKWorkoutEventType(WorkoutEventType(rawValue: 99)) == .marker)
        #expect(HKWorkoutSessionLocationType(WorkoutLocation(rawValue: 9)) == .unknown)
        #expect(HKWorkoutSwimmingLocationType(SwimmingLocation(rawValue: 9)) == .unknown)
    }

    @Test("events and places keep their numbers")
    func numbers() {
        for number in UInt32(1)...8 {
            let type = WorkoutEventType(rawValue: number)
            #expect(HKWorkoutEventType(type).type == type && HKWorkoutEventType(type).rawValue == Int(number))
        }
        for location in [WorkoutLocation.unknown, .indoor, .outdoor] {
            #expect(HKWorkoutSessionLocationType(location).location == location)
        }
        #expect(HKWorkoutSessionLocationType.unknown.rawValue == 1)
        for location in [SwimmingLocation.unknown, .pool, .openWater] {
            #expect(HKWorkoutSwimmingLocationType(location).location == location)
        }
    }

    @Test("a configuration survives copying and archiving, and its copies change by themselves")
    func configuration() throws {
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = .swimming
        configuration.locationType = .indoor
        configuration.swimmingLocationType = .pool
        configuration.lapLength = HKQuantity(unit: .meter(), doubleValue: 25)
        let data = try NSKeyedArchiver.archivedData(withRootObject: configuration, requiringSecureCoding: true)
        #expect(
            try NSKeyedUnarchiver.unarchivedObject(ofClass: HKWorkoutConfiguration.self, from: data) == configuration
        )
        let copy = try #require(configuration.copy() as? HKWorkoutConfiguration)
        #expect(copy == configuration)
        copy.locationType = .outdoor
        #expect(configuration.locationType == .indoor && copy != configuration)
    }
}
