internal import Foundation
internal import HearthModel

/// The value of a field, as the store compares it.
enum FieldValue: Hashable, Sendable {
    /// A time in nanoseconds, a count, a category value or an activity type.
    case integer(Int64)
    /// Seconds, a total in its unit, or a quantity in the storage unit of its type.
    case number(Double)

    init(_ date: Date) {
        self = .integer(Timestamp(clamping: date).nanoseconds)
    }
}

/// An object with fields beside its times that predicates compare and orders sort by.
protocol FieldHolder {
    /// The value of a field; nil when the object does not have it.
    func value(of field: Field) -> FieldValue?
}

extension HKSample {
    /// The value of a field; nil when the sample does not have it.
    func fieldValue(_ field: Field) -> FieldValue? {
        switch field {
        case .startDate: FieldValue(startDate)
        case .endDate: FieldValue(endDate)
        default: (self as? any FieldHolder)?.value(of: field)
        }
    }
}

extension HKSeriesSample: FieldHolder {
    func value(of field: Field) -> FieldValue? {
        field == .count ? .integer(Int64(count)) : nil
    }
}

extension HKWorkout: FieldHolder {
    // As the store has them: totals that an app gave, and not those that follow from statistics.
    func value(of field: Field) -> FieldValue? {
        switch field {
        case .workoutActivityType: .integer(Int64(activityType.rawValue))
        case .workoutDuration: .number(duration)
        case .workoutTotalEnergyBurned: detail.totalEnergyBurned.map { .number($0) }
        case .workoutTotalDistance: detail.totalDistance.map { .number($0) }
        case .workoutTotalSwimmingStrokeCount: detail.totalSwimmingStrokeCount.map { .number($0) }
        case .workoutTotalFlightsClimbed: detail.totalFlightsClimbed.map { .number($0) }
        default: nil
        }
    }
}

extension HKWorkoutActivity: FieldHolder {
    func value(of field: Field) -> FieldValue? {
        switch field {
        case .activityType: .integer(Int64(activity.activityType.rawValue))
        case .activityDuration: .number(activity.duration)
        case .activityStartDate: .integer(activity.start.nanoseconds)
        case .activityEndDate: activity.end.map { .integer($0.nanoseconds) }
        default: nil
        }
    }
}
