import Foundation
import HearthModel

/// The activity types for the words that files and services use.
enum SportNames {
    /// The sport for a text in a file.
    static func sport(_ text: String?) -> RecordedSport {
        let text = text?.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let text, !text.isEmpty else {
            return RecordedSport(activityType: UInt(WorkoutActivityType.other.rawValue))
        }
        let word = normalized(text)
        let entry = words[word]
        let activity = entry?.activity ?? own[word] ?? .other
        return RecordedSport(activityType: UInt(activity.rawValue), text: text, isIndoor: entry?.isIndoor)
    }

    /// HealthKit's name, which is read back as the same type.
    static func name(of activityType: UInt) -> String? {
        guard let number = UInt32(exactly: activityType), number != WorkoutActivityType.other.rawValue else {
            return nil
        }
        let activity = WorkoutActivityType(rawValue: number)
        return activity.isKnown ? activity.name : nil
    }

    /// Letters and digits in lower case: `Trail Running`, `trail_running` and `TrailRunning` are one word.
    private static func normalized(_ text: String) -> String {
        String(text.lowercased().filter { $0.isLetter || $0.isNumber })
    }

    /// HealthKit's own names, as in Swift and as in Apple's export.
    private static let own: [String: WorkoutActivityType] = {
        var names: [String: WorkoutActivityType] = [:]
        for activity in WorkoutActivityType.all {
            names[normalized(activity.name)] = activity
            names[normalized(activity.exportName ?? "")] = activity
        }
        return names
    }()

    private static let words: [String: (activity: WorkoutActivityType, isIndoor: Bool?)] = Dictionary(
        uniqueKeysWithValues: table.map { (normalized($0.text), ($0.activity, $0.isIndoor)) }
    )

    private static let table: [(text: String, activity: WorkoutActivityType, isIndoor: Bool?)] = [
        // Strava's numbers.
        ("1", .cycling, nil),
        ("4", .hiking, nil),
        ("9", .running, nil),
        ("10", .walking, nil),
        // Garmin's keys and TCX, Strava's names, and common spellings.
        ("run", .running, nil),
        ("jogging", .running, nil),
        ("street_running", .running, nil),
        ("track_running", .running, nil),
        ("trail_running", .running, nil),
        ("trail_run", .running, nil),
        ("ultra_run", .running, nil),
        ("treadmill_running", .running, true),
        ("indoor_running", .running, true),
        ("virtual_run", .running, true),
        ("biking", .cycling, nil),
        ("bike", .cycling, nil),
        ("ride", .cycling, nil),
        ("road_biking", .cycling, nil),
        ("mountain_biking", .cycling, nil),
        ("mountain_bike_ride", .cycling, nil),
        ("gravel_cycling", .cycling, nil),
        ("gravel_ride", .cycling, nil),
        ("cyclocross", .cycling, nil),
        ("track_cycling", .cycling, nil),
        ("downhill_biking", .cycling, nil),
        ("recumbent_cycling", .cycling, nil),
        ("e_bike_ride", .cycling, nil),
        ("e_bike_fitness", .cycling, nil),
        ("e_bike_mountain", .cycling, nil),
        ("indoor_cycling", .cycling, true),
        ("virtual_ride", .cycling, true),
        ("walk", .walking, nil),
        ("casual_walking", .walking, nil),
        ("speed_walking", .walking, nil),
        ("indoor_walking", .walking, true),
        ("hike", .hiking, nil),
        ("mountaineering", .hiking, nil),
        ("swim", .swimming, nil),
        ("lap_swimming", .swimming, true),
        ("open_water_swimming", .swimming, nil),
        ("rowing_v2", .rowing, nil),
        ("indoor_rowing", .rowing, true),
        ("kayaking", .paddleSports, nil),
        ("canoeing", .paddleSports, nil),
        ("paddling", .paddleSports, nil),
        ("stand_up_paddleboarding", .paddleSports, nil),
        ("stand_up_paddling", .paddleSports, nil),
        ("nordic_ski", .crossCountrySkiing, nil),
        ("cross_country_skiing_ws", .crossCountrySkiing, nil),
        ("skate_skiing_ws", .crossCountrySkiing, nil),
        ("alpine_ski", .downhillSkiing, nil),
        ("resort_skiing_snowboarding_ws", .downhillSkiing, nil),
        ("snowboard", .snowboarding, nil),
        ("snowshoe", .snowSports, nil),
        ("snow_shoe_ws", .snowSports, nil),
        ("backcountry_ski", .snowSports, nil),
        ("ice_skate", .skatingSports, nil),
        ("inline_skate", .skatingSports, nil),
        ("inline_skating", .skatingSports, nil),
        ("ice_skating", .skatingSports, nil),
        ("strength_training", .traditionalStrengthTraining, nil),
        ("weight_training", .traditionalStrengthTraining, nil),
        ("indoor_cardio", .mixedCardio, true),
        ("hiit", .highIntensityIntervalTraining, nil),
        ("crossfit", .crossTraining, nil),
        ("rock_climbing", .climbing, nil),
        ("indoor_climbing", .climbing, true),
        ("bouldering", .climbing, nil),
        ("stair_stepper", .stairClimbing, nil),
        ("windsurf", .surfingSports, nil),
        ("kitesurf", .surfingSports, nil),
        ("surfing", .surfingSports, nil),
        ("sail", .sailing, nil),
        ("horseback_riding", .equestrianSports, nil),
        ("multi_sport", .swimBikeRun, nil),
        ("hand_cycle", .handCycling, nil),
        ("meditation", .mindAndBody, nil),
    ]
}
