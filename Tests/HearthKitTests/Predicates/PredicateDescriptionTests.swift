import Foundation
import HearthModel
import Testing

@testable import HearthKit

/// What `print` shows of predicates.
@Suite struct PredicateDescriptionTests {
    private let start = Date(timeIntervalSinceReferenceDate: 10)
    private let end = Date(timeIntervalSinceReferenceDate: 20.5)
    private let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    private let idText = "01020304-0506-0708-090A-0B0C0D0E0F10"

    @Test func timesAreDates() {
        let (from, to) = ("CAST(10.000000, \"NSDate\")", "CAST(20.500000, \"NSDate\")")
        let within = HKQuery.predicateForSamples(withStart: start, end: end)
        #expect("\(within)" == "endDate >= \(from) AND startDate < \(to)")
        let strict = HKQuery.predicateForSamples(withStart: start, end: nil, options: .strictStartDate)
        #expect("\(strict)" == "startDate >= \(from)")
        let both = HKQuery.predicateForSamples(
            withStart: start,
            end: end,
            options: [.strictStartDate, .strictEndDate]
        )
        #expect(
            "\(both)" == "startDate >= \(from) AND endDate >= \(from) AND startDate < \(to) AND endDate < \(to)"
        )
    }

    @Test func quantitiesHaveTheirUnits() {
        let quantity = HKQuantity(unit: .count().unitDivided(by: .minute()), doubleValue: 60)
        let high = HKQuery.predicateForQuantitySamples(with: .greaterThan, quantity: quantity)
        #expect("\(high)" == "quantity > 60 count/min")
        #expect("\(NSPredicate(format: "value IN {1, 2}"))" == "value == 1 OR value == 2")
        let type = HKQuantityTypeIdentifier.heartRate.rawValue
        let average = NSPredicate(format: "%K.%K >= %@", HKPredicateKeyPathWorkoutAverageQuantity, type, quantity)
        #expect("\(average)" == "averageQuantity.\(type) >= 60 count/min")
    }

    @Test func objectsHaveTheirIdentifiers() {
        #expect("\(HKQuery.predicateForObject(with: id))" == "UUID == \(idText)")
        let one = HKQuery.predicateForObjects(withDeviceProperty: HKDevicePropertyKeyName, allowedValues: ["a\"b"])
        #expect("\(one)" == "device.name == \"a\\\"b\"")
        let none = HKQuery.predicateForObjects(withDeviceProperty: HKDevicePropertyKeyModel, allowedValues: [])
        #expect("\(none)" == "device.model == nil")
        #expect("\(HKQuery.predicateForObjectsWithNoCorrelation())" == "correlation == nil")
    }

    @Test func metadataHasItsKey() {
        #expect("\(HKQuery.predicateForObjects(withMetadataKey: "app.key"))" == "metadata.app.key != nil")
        let set = HKQuery.predicateForObjects(withMetadataKey: "key", allowedValues: ["a", 2, start])
        let text = "\(set)"
        for part in ["metadata.key == \"a\"", "metadata.key == 2", "metadata.key == CAST(10.000000, \"NSDate\")"] {
            #expect(text.contains(part))
        }
    }

    @Test func partsOfATreeAreInParentheses() {
        let tree = NSPredicate(format: "value == 1 AND (value == 2 OR NOT value == 3)")
        #expect("\(tree)" == "value == 1 AND (value == 2 OR NOT (value == 3))")
        let activity = HKQuery.predicateForWorkoutActivities(workoutActivityType: .running)
        let workouts = HKQuery.predicateForWorkouts(activityPredicate: activity)
        #expect("\(workouts)" == "SUBQUERY(workoutActivities, $activity, activityType == 37).@count > 0")
    }

    /// Each of the keys in a format is the one that is printed.
    @Test func keysArePrintedAsTheyAreRead() throws {
        for key in ["startDate", "endDate", "most_recent_start_date", "activityStartDate"] {
            let text = "\(NSPredicate(format: "%K < %@", key, start))"
            #expect(text == "\(key) < CAST(10.000000, \"NSDate\")")
        }
        for key in ["count", "workoutType", "activityType", "value"] {
            #expect("\(NSPredicate(format: "%K != 5", key))" == "\(key) != 5")
        }
        for key in ["duration", "activityDuration", "most_recent_duration"] {
            #expect("\(NSPredicate(format: "%K <= 5", key))" == "\(key) <= 5.0")
        }
    }
}
