import Foundation
import HearthModel

@testable import HearthKit

// Statements on workouts and their activities.
extension RandomStatements {
    /// A total, a duration or a kind: often one that a workout has.
    mutating func workout() -> Statement {
        let operation = operation()
        let example = pickSample() as? HKWorkout
        let duration = example?.duration ?? 0
        let kind = example?.workoutActivityType ?? .running
        let own = { (sample: HKSample) in sample as? HKWorkout }
        switch random.int(0...9) {
        case 0:
            return Statement(HKQuery.predicateForWorkouts(with: kind), "kind \(kind)") {
                own($0)?.workoutActivityType == kind
            }
        case 1:
            return Statement(format: "%K = %@", [HKPredicateKeyPathWorkoutType, kind]) {
                own($0)?.workoutActivityType == kind
            }
        case 2:
            return Statement(
                HKQuery.predicateForWorkouts(with: operation.operation, duration: duration),
                "duration \(operation.sign) \(duration)"
            ) { operation.holds(own($0)?.duration, duration) }
        case 3:
            return Statement(format: "duration \(operation.sign) %g", [duration]) {
                operation.holds(own($0)?.duration, duration)
            }
        case 4...6:
            return total(operation, example)
        default:
            return statistics(operation, of: example?.detail.statistics ?? [], inActivities: false)
        }
    }

    private mutating func total(_ operation: Operation, _ example: HKWorkout?) -> Statement {
        let total = pick(WorkoutTotal.allCases)
        let bound = example?.detail[keyPath: total.detail] ?? 1
        let isTrue = { (sample: HKSample) in
            operation.holds((sample as? HKWorkout)?.detail[keyPath: total.detail], bound)
        }
        let operator_ = operation.operation
        // Powers of two of the unit, so that the way there and back changes nothing.
        let quantity = HKQuantity(unit: HKUnit(total.unit), doubleValue: bound)
        switch (total, random.flag()) {
        case (.energyBurned, true):
            return Statement(
                HKQuery.predicateForWorkouts(with: operator_, totalEnergyBurned: quantity),
                "energy \(operation.sign) \(bound)",
                isTrue
            )
        case (.distance, true):
            return Statement(
                HKQuery.predicateForWorkouts(with: operator_, totalDistance: quantity),
                "distance \(operation.sign) \(bound)",
                isTrue
            )
        case (.swimmingStrokeCount, true):
            return Statement(
                HKQuery.predicateForWorkouts(with: operator_, totalSwimmingStrokeCount: quantity),
                "strokes \(operation.sign) \(bound)",
                isTrue
            )
        case (.flightsClimbed, true):
            return Statement(
                HKQuery.predicateForWorkouts(with: operator_, totalFlightsClimbed: quantity),
                "flights \(operation.sign) \(bound)",
                isTrue
            )
        default:
            let key =
                switch total {
                case .energyBurned: HKPredicateKeyPathWorkoutTotalEnergyBurned
                case .distance: HKPredicateKeyPathWorkoutTotalDistance
                case .swimmingStrokeCount: HKPredicateKeyPathWorkoutTotalSwimmingStrokeCount
                case .flightsClimbed: HKPredicateKeyPathWorkoutTotalFlightsClimbed
                }
            return Statement(format: "%K \(operation.sign) %@", [key, quantity], isTrue)
        }
    }

    // MARK: - Activities

    mutating func activities() -> Statement {
        let parts = (0..<random.int(1...2)).map { _ in activity() }
        let negated = random.int(0...3) == 0
        let whole: NSPredicate = NSCompoundPredicate(
            andPredicateWithSubpredicates: parts.map(\.predicate)
        )
        let texts = parts.map(\.text)
        return Statement(
            HKQuery.predicateForWorkouts(
                activityPredicate: negated ? NSCompoundPredicate(notPredicateWithSubpredicate: whole) : whole
            ),
            "an activity \(negated ? "not" : "") \(texts)"
        ) { sample in
            (sample as? HKWorkout)?.workoutActivities.contains { activity in
                parts.allSatisfy { $0.isTrue(activity) } != negated
            } ?? false
        }
    }

    private mutating func activity() -> (predicate: NSPredicate, text: String, isTrue: (HKWorkoutActivity) -> Bool) {
        let operation = operation()
        let examples = samples.compactMap { $0 as? HKWorkout }.flatMap(\.workoutActivities)
        let (example, other) = (pick(examples), pick(examples))
        let (kind, duration) = (example.workoutConfiguration.activityType, example.duration)
        switch random.int(0...5) {
        case 0:
            return (
                HKQuery.predicateForWorkoutActivities(workoutActivityType: kind), "kind",
                { $0.workoutConfiguration.activityType == kind }
            )
        case 1:
            return (
                HKQuery.predicateForWorkoutActivities(operatorType: operation.operation, duration: duration),
                "duration", { operation.holds($0.duration, duration) }
            )
        case 2:
            return (
                NSPredicate(format: "activityEndDate \(operation.sign) %@", other.startDate), "end",
                { operation.holds($0.endDate, other.startDate) }
            )
        case 3:
            let (start, end) = (random.flag() ? example.startDate : nil, random.flag() ? other.startDate + 30 : nil)
            let options = HKQueryOptions(rawValue: UInt(random.int(0...3)))
            return (
                HKQuery.predicateForWorkoutActivities(start: start, end: end, options: options),
                "time \(start as Any) \(end as Any) \(options)",
                { $0.lies(from: start, until: end, options) }
            )
        default:
            let statement = statistics(operation, of: example.activity.statistics, inActivities: true)
            let isTrue = activityStatement
            return (statement.predicate, statement.text, { isTrue?($0) ?? false })
        }
    }

    // MARK: - Statistics

    /// What a type's quantities come to. One on activities says so of an activity with `activityStatement`.
    private mutating func statistics(
        _ operation: Operation,
        of examples: [WorkoutStatistics],
        inActivities: Bool
    ) -> Statement {
        let type = HKQuantityType(pick(RandomWorkouts.types))
        let known = examples.of(type.type)
        let field = random.int(0...3)
        let all: [Double?] = [known?.sum, known?.average, known?.minimum, known?.maximum]
        let bound = all[field] ?? 50
        let quantity = HKQuantity(unit: HKUnit(type.storageUnit), doubleValue: bound)
        let holds = { (statistics: HKStatistics?) in
            let own: [HKQuantity?] = [
                statistics?.sumQuantity(), statistics?.averageQuantity(), statistics?.minimumQuantity(),
                statistics?.maximumQuantity(),
            ]
            return operation.holds(own[field]?.doubleValue(for: HKUnit(type.storageUnit)), bound)
        }
        activityStatement = { holds($0.statistics(for: type)) }
        let names = ["Sum", "Average", "Minimum", "Maximum"]
        let text = "\(names[field]) of \(type) \(operation.sign) \(bound)"
        let name = inActivities ? "activity\(names[field])Quantity" : "\(names[field].lowercased())Quantity"
        let predicate =
            random.flag()
            ? NSPredicate(format: "%K.%K \(operation.sign) %@", name, type.identifier, quantity)
            : inActivities
                ? Self.activities(operation.operation, type, field, quantity)
                : Self.workouts(operation.operation, type, field, quantity)
        return Statement(predicate, text) { holds(($0 as? HKWorkout)?.statistics(for: type)) }
    }

    private static func workouts(
        _ operation: ComparisonOperator.Operator,
        _ type: HKQuantityType,
        _ field: Int,
        _ quantity: HKQuantity
    ) -> NSPredicate {
        switch field {
        case 0: HKQuery.predicateForWorkouts(operatorType: operation, quantityType: type, sumQuantity: quantity)
        case 1: HKQuery.predicateForWorkouts(operatorType: operation, quantityType: type, averageQuantity: quantity)
        case 2: HKQuery.predicateForWorkouts(operatorType: operation, quantityType: type, minimumQuantity: quantity)
        default: HKQuery.predicateForWorkouts(operatorType: operation, quantityType: type, maximumQuantity: quantity)
        }
    }

    private static func activities(
        _ operation: ComparisonOperator.Operator,
        _ type: HKQuantityType,
        _ field: Int,
        _ quantity: HKQuantity
    ) -> NSPredicate {
        switch field {
        case 0:
            HKQuery.predicateForWorkoutActivities(operatorType: operation, quantityType: type, sumQuantity: quantity)
        case 1:
            HKQuery.predicateForWorkoutActivities(
                operatorType: operation,
                quantityType: type,
                averageQuantity: quantity
            )
        case 2:
            HKQuery.predicateForWorkoutActivities(
                operatorType: operation,
                quantityType: type,
                minimumQuantity: quantity
            )
        default:
            HKQuery.predicateForWorkoutActivities(
                operatorType: operation,
                quantityType: type,
                maximumQuantity: quantity
            )
        }
    }
}

extension HKWorkoutActivity {
    /// Whether it lies in a time, as the options say. One that goes on has no end that lies anywhere.
    fileprivate func lies(from start: Date?, until end: Date?, _ options: HKQueryOptions) -> Bool {
        func isNotBefore(_ date: Date?) -> Bool { start.map { start in date.map { $0 >= start } ?? false } ?? true }
        func isBefore(_ date: Date?) -> Bool { end.map { end in date.map { $0 < end } ?? false } ?? true }
        guard !options.isEmpty else { return isNotBefore(endDate) && isBefore(startDate) }
        return (!options.contains(.strictStartDate) || isNotBefore(startDate) && isBefore(startDate))
            && (!options.contains(.strictEndDate) || isNotBefore(endDate) && isBefore(endDate))
    }
}
