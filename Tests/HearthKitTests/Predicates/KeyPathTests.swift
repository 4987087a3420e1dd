import Testing

@testable import HearthKit

/// Apps write the constants of key paths and also their texts, so that both have to be HealthKit's.
@Suite struct KeyPathTests {
    /// As a system exports them.
    private static let texts = [
        "UUID": "UUID", "Source": "source", "SourceRevision": "sourceRevision", "Device": "device",
        "Metadata": "metadata", "Correlation": "correlation", "Workout": "workout", "StartDate": "startDate",
        "EndDate": "endDate", "Quantity": "quantity", "Sum": "quantity", "Average": "quantity", "Count": "count",
        "Min": "min", "Max": "max", "MostRecent": "most_recent", "MostRecentStartDate": "most_recent_start_date",
        "MostRecentEndDate": "most_recent_end_date", "MostRecentDuration": "most_recent_duration",
        "CategoryValue": "value", "WorkoutType": "workoutType", "WorkoutDuration": "duration",
        "WorkoutTotalDistance": "totalDistance", "WorkoutTotalEnergyBurned": "totalEnergyBurned",
        "WorkoutTotalSwimmingStrokeCount": "totalSwimmingStrokeCount",
        "WorkoutTotalFlightsClimbed": "totalFlightsClimbed", "WorkoutSumQuantity": "sumQuantity",
        "WorkoutMinimumQuantity": "minimumQuantity", "WorkoutMaximumQuantity": "maximumQuantity",
        "WorkoutAverageQuantity": "averageQuantity", "WorkoutActivityType": "activityType",
        "WorkoutActivityDuration": "activityDuration", "WorkoutActivityStartDate": "activityStartDate",
        "WorkoutActivityEndDate": "activityEndDate", "WorkoutActivitySumQuantity": "activitySumQuantity",
        "WorkoutActivityMinimumQuantity": "activityMinimumQuantity",
        "WorkoutActivityMaximumQuantity": "activityMaximumQuantity",
        "WorkoutActivityAverageQuantity": "activityAverageQuantity",
    ]

    @Test func theTextsAreHealthKits() throws {
        let declared = try Declarations.texts(in: "Predicates/PredicateKeyPaths.swift")
        #expect(declared.count == Self.texts.count)
        for (name, text) in declared {
            #expect(Self.texts[String(name.dropFirst("HKPredicateKeyPath".count))] == text, "\(name)")
        }
    }
}
