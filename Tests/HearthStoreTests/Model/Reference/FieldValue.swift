import HearthModel

/// What a field of a sample holds.
enum FieldValue: Hashable, Sendable {
    case integer(Int64)
    case number(Double)

    /// Values of one field are of one kind.
    func isLess(than other: FieldValue) -> Bool {
        switch (self, other) {
        case (.integer(let left), .integer(let right)): left < right
        case (.number(let left), .number(let right)): left < right
        default: false
        }
    }
}

extension FieldValue {
    /// Nil when the sample has no such field or no value in it.
    init?(_ field: Field, of row: SampleRow, statistics type: ObjectType? = nil) {
        guard field.applies(to: row.type) else { return nil }
        switch field {
        case .startDate:
            self = .integer(row.start.nanoseconds)
            return
        case .endDate:
            self = .integer(row.end.nanoseconds)
            return
        default: break
        }
        let value: FieldValue? =
            switch row.content {
            case .quantity(let quantity): FieldValue(field, of: quantity)
            case .category(let value): .integer(value)
            case .correlation, .record: nil
            case .workout(let workout): FieldValue(field, of: workout, type)
            case .route(let route): .integer(route.count)
            case .heartbeat(let series): .integer(series.count)
            }
        guard let value else { return nil }
        self = value
    }

    private init?(_ field: Field, of quantity: QuantityRow) {
        switch field {
        case .count: self = .integer(quantity.count)
        case .quantity, .quantitySum, .quantityAverage: self = .number(quantity.value)
        case .quantityMinimum: self = .number(quantity.minimum)
        case .quantityMaximum: self = .number(quantity.maximum)
        case .quantityMostRecent: self = .number(quantity.mostRecent)
        case .mostRecentStart: self = .integer(quantity.mostRecentStart.nanoseconds)
        case .mostRecentEnd: self = .integer(quantity.mostRecentEnd.nanoseconds)
        case .mostRecentDuration:
            let nanoseconds = quantity.mostRecentEnd.nanoseconds - quantity.mostRecentStart.nanoseconds
            self = .number(Double(nanoseconds) / 1e9)
        default: return nil
        }
    }

    private init?(_ field: Field, of workout: WorkoutRow, _ type: ObjectType?) {
        let detail = workout.detail
        let number: Double?
        switch field {
        case .workoutActivityType:
            self = .integer(Int64(workout.activityType.rawValue))
            return
        case .workoutDuration: number = workout.duration
        case .workoutTotalEnergyBurned: number = detail.totalEnergyBurned
        case .workoutTotalDistance: number = detail.totalDistance
        case .workoutTotalSwimmingStrokeCount: number = detail.totalSwimmingStrokeCount
        case .workoutTotalFlightsClimbed: number = detail.totalFlightsClimbed
        case .workoutSum: number = detail.statistics.first { $0.type == type }?.sum
        case .workoutAverage: number = detail.statistics.first { $0.type == type }?.average
        case .workoutMinimum: number = detail.statistics.first { $0.type == type }?.minimum
        case .workoutMaximum: number = detail.statistics.first { $0.type == type }?.maximum
        default: return nil
        }
        guard let number else { return nil }
        self = .number(number)
    }

    init?(_ field: Field, of activity: WorkoutActivity, statistics type: ObjectType?) {
        let statistics = activity.statistics.first { $0.type == type }
        let number: Double?
        switch field {
        case .activityType:
            self = .integer(Int64(activity.activityType.rawValue))
            return
        case .activityStartDate:
            self = .integer(activity.start.nanoseconds)
            return
        case .activityEndDate:
            guard let end = activity.end else { return nil }
            self = .integer(end.nanoseconds)
            return
        case .activityDuration: number = activity.duration
        case .activitySum: number = statistics?.sum
        case .activityAverage: number = statistics?.average
        case .activityMinimum: number = statistics?.minimum
        case .activityMaximum: number = statistics?.maximum
        default: return nil
        }
        guard let number else { return nil }
        self = .number(number)
    }
}
