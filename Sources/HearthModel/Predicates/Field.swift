/// A field that predicates compare and orders sort by, with the protocol's numbers.
package enum Field: UInt32, Hashable, Sendable, CaseIterable {
    case startDate = 1
    case endDate = 2
    case count = 3

    case quantity = 10
    case quantitySum = 11
    case quantityAverage = 12
    case quantityMinimum = 13
    case quantityMaximum = 14
    case quantityMostRecent = 15
    case mostRecentStart = 16
    case mostRecentEnd = 17
    case mostRecentDuration = 18

    case categoryValue = 20

    case workoutActivityType = 30
    case workoutDuration = 31
    case workoutTotalEnergyBurned = 32
    case workoutTotalDistance = 33
    case workoutTotalSwimmingStrokeCount = 34
    case workoutTotalFlightsClimbed = 35
    case workoutSum = 36
    case workoutAverage = 37
    case workoutMinimum = 38
    case workoutMaximum = 39

    case activityType = 50
    case activityDuration = 51
    case activityStartDate = 52
    case activityEndDate = 53
    case activitySum = 54
    case activityAverage = 55
    case activityMinimum = 56
    case activityMaximum = 57
}

extension Field {
    /// The kind of value that a field is compared with.
    package enum OperandKind: Hashable, Sendable {
        /// A whole number: a time, a count, a category value or an activity type.
        case integer
        /// A number of seconds, without a unit.
        case seconds
        /// A quantity of the type of the samples.
        case quantity
        /// A quantity in units of the one given.
        case total(Unit)
        /// A quantity of the type that the comparison names.
        case statistics
    }

    package var operandKind: OperandKind {
        switch self {
        case .startDate, .endDate, .count, .mostRecentStart, .mostRecentEnd, .categoryValue, .workoutActivityType,
            .activityType, .activityStartDate, .activityEndDate:
            .integer
        case .mostRecentDuration, .workoutDuration, .activityDuration:
            .seconds
        case .quantity, .quantitySum, .quantityAverage, .quantityMinimum, .quantityMaximum, .quantityMostRecent:
            .quantity
        case .workoutTotalEnergyBurned: .total(.kilocalorie)
        case .workoutTotalDistance: .total(.meter)
        case .workoutTotalSwimmingStrokeCount, .workoutTotalFlightsClimbed: .total(.count)
        case .workoutSum, .workoutAverage, .workoutMinimum, .workoutMaximum, .activitySum, .activityAverage,
            .activityMinimum, .activityMaximum:
            .statistics
        }
    }

    /// Whether the field is one of a workout's activities and not of the sample.
    package var isOfActivity: Bool { rawValue >= Field.activityType.rawValue }

    /// Whether samples of a type have the field.
    package func applies(to type: ObjectType) -> Bool {
        switch self {
        case .startDate, .endDate:
            true
        case .count:
            type.kind == .quantity || type.kind == .workoutRoute || type.kind == .heartbeatSeries
        case .quantity:
            type.kind == .quantity
        case .quantitySum:
            type.aggregation == .cumulative
        case .quantityAverage, .quantityMinimum, .quantityMaximum, .quantityMostRecent, .mostRecentStart,
            .mostRecentEnd, .mostRecentDuration:
            type.kind == .quantity && type.aggregation != .cumulative
        case .categoryValue:
            type.kind == .category
        default:
            type.kind == .workout
        }
    }

    /// Whether an order can use the field: it is one value of the sample itself.
    package var isSortable: Bool { !isOfActivity && operandKind != .statistics }
}
