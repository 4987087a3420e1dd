import Foundation
import HearthModel

/// The properties of a workout as a whole.
struct WorkoutDetails {
    /// The element or message, for notices.
    var subject: String
    var sport = RecordedSport(activityType: UInt(WorkoutActivityType.other.rawValue))
    /// What a list of activities says, for a file that names no sport.
    var listedSport: RecordedSport?
    var name: String?
    var start: Date?
    var end: Date?
    var laps: [RecordedLap] = []
    /// Nil when the file does not name pauses.
    var pauses: [DateInterval]?
    var totals = RecordedTotals()
    var device: RecordedDevice?
    var origin: RecordedOrigin?
    var part = RecordedPart()
    /// From when the first distance counts, if not from the start.
    var countedFrom: Date?

    /// The sport that decides which quantity types the measures have.
    var measuredSport: RecordedSport {
        guard sport.activityType == UInt(WorkoutActivityType.other.rawValue), let listedSport else { return sport }
        return listedSport
    }
}
