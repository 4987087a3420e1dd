internal import Foundation
internal import HearthModel

/// The value of a field, as the store compares it.
enum FieldValue: Hashable, Sendable {
    /// A time in nanoseconds, a count, a category value or an activity type.
    case integer(Int64)
    /// Seconds, a total in its unit, or a quantity in the storage unit of its type.
    case number(Double)

    /// The value of a field of a sample; nil: the sample does not have the field.
    init?(of field: Field, in sample: HKSample) {
        let value: FieldValue? =
            switch field {
            case .startDate: FieldValue(sample.startDate)
            case .endDate: FieldValue(sample.endDate)
            default:
                switch sample {
                case let sample as HKQuantitySample: FieldValue(of: field, inQuantity: sample)
                case let sample as HKCategorySample:
                    field == .categoryValue ? .integer(Int64(sample.value)) : nil
                case let workout as HKWorkout: FieldValue(of: field, inWorkout: workout)
                case let series as HKSeriesSample: field == .count ? .integer(Int64(series.count)) : nil
                default: nil
                }
            }
        guard let value else { return nil }
        self = value
    }

    /// The value of a field of an activity; nil: the activity does not have the field.
    init?(of field: Field, in activity: WorkoutActivity) {
        switch field {
        case .activityType: self = .integer(Int64(activity.activityType.rawValue))
        case .activityDuration: self = .number(activity.duration)
        case .activityStartDate: self = .integer(activity.start.nanoseconds)
        case .activityEndDate:
            guard let end = activity.end else { return nil }
            self = .integer(end.nanoseconds)
        default: return nil
        }
    }

    private init(_ date: Date) {
        self = .integer(Timestamp(clamping: date).nanoseconds)
    }
}

// MARK: - Workouts

extension FieldValue {
    /// The store compares the totals that the app has set, not those that follow from statistics.
    private init?(of field: Field, inWorkout workout: HKWorkout) {
        let number: Double?
        switch field {
        case .workoutActivityType:
            self = .integer(Int64(workout.activityType.rawValue))
            return
        case .workoutDuration: number = workout.duration
        case .workoutTotalEnergyBurned: number = workout.detail.totalEnergyBurned
        case .workoutTotalDistance: number = workout.detail.totalDistance
        case .workoutTotalSwimmingStrokeCount: number = workout.detail.totalSwimmingStrokeCount
        case .workoutTotalFlightsClimbed: number = workout.detail.totalFlightsClimbed
        default: number = nil
        }
        guard let number else { return nil }
        self = .number(number)
    }
}

// MARK: - Quantities

extension FieldValue {
    private init?(of field: Field, inQuantity sample: HKQuantitySample) {
        guard field.applies(to: sample.type) else { return nil }
        let condensed = sample.condensed
        let (start, end) =
            condensed.map { ($0.mostRecentStart, $0.mostRecentEnd) }
            ?? (Timestamp(clamping: sample.startDate), Timestamp(clamping: sample.endDate))
        switch field {
        case .count: self = .integer(condensed?.count ?? 1)
        case .quantity, .quantitySum, .quantityAverage: self.init(quantity: sample.value, of: sample)
        case .quantityMinimum: self.init(quantity: condensed?.minimum ?? sample.value, of: sample)
        case .quantityMaximum: self.init(quantity: condensed?.maximum ?? sample.value, of: sample)
        case .quantityMostRecent: self.init(quantity: condensed?.mostRecent ?? sample.value, of: sample)
        case .mostRecentStart: self = .integer(start.nanoseconds)
        case .mostRecentEnd: self = .integer(end.nanoseconds)
        case .mostRecentDuration: self = .number(seconds(from: start, to: end))
        default: return nil
        }
    }

    /// A value in the unit in which the store keeps it.
    private init?(quantity value: Double, of sample: HKQuantitySample) {
        guard let storageUnit = sample.type.storageUnit,
            let stored = try? HKQuantity(value, sample.unit).value(in: storageUnit)
        else { return nil }
        self = .number(stored)
    }
}
