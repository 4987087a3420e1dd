internal import Foundation
internal import HearthModel

extension Condition {
    /// Whether a sample, or an activity of a workout, satisfies the condition by the store's rules. Other objects
    /// satisfy no test.
    func holds(for object: Any?) -> Bool {
        switch self {
        case .all(let parts): parts.allSatisfy { $0.holds(for: object) }
        case .any(let parts): parts.contains { $0.holds(for: object) }
        case .none(let parts): !parts.contains { $0.holds(for: object) }
        case .activity(let parts):
            (object as? HKWorkout)?.workoutActivities.contains { activity in
                parts.allSatisfy { $0.holds(for: activity) }
            } ?? false
        case .test(let term): term.holds(for: object)
        case .app(let own): own.predicate.evaluate(with: object)
        }
    }
}

extension HearthModel.Predicate.Term {
    fileprivate func holds(for object: Any?) -> Bool {
        switch object {
        case let sample as HKSample: holds(for: sample)
        case let activity as HKWorkoutActivity: holds(for: activity)
        default: self == .constant(true)
        }
    }

    private func holds(for sample: HKSample) -> Bool {
        switch self {
        case .constant(let truth): truth
        case .interval(let interval):
            interval.contains(Timestamp(clamping: sample.startDate), Timestamp(clamping: sample.endDate))
        case .comparison(let comparison):
            !comparison.field.isOfActivity
                && comparison.holds(
                    FieldValue(of: comparison.field, in: sample),
                    of: sample.type,
                    (sample as? HKWorkout)?.detail.statistics ?? []
                )
        case .ids(let ids): ids.contains(sample.id)
        case .metadataKey(let key): sample.attached[key] != nil
        case .metadata(let match): match.matches(sample.attached)
        case .attribute(let match): (sample as? any RecordSample).map { match.matches($0.record) } ?? false
        case .sources(let identifiers):
            identifiers.contains { $0.isIdentical(to: sample.origin.sourceRevision.source.bundleIdentifier) }
        case .sourceRevisions(let patterns): patterns.contains { $0.matches(sample.origin.provenance) }
        case .devices(let devices):
            devices.contains { sample.origin.device?.device.isIdentical(to: $0) ?? false }
        case .deviceProperty(let match): match.matches(sample.origin.device?.device)
        case .inWorkout, .inCorrelation, .correlated:
            fatalError("only the store knows what belongs to a workout or a correlation")
        case .allOf, .anyOf, .noneOf, .anyActivity:
            fatalError("an operator is not a test")
        }
    }

    private func holds(for activity: HKWorkoutActivity) -> Bool {
        switch self {
        case .constant(let truth): truth
        case .comparison(let comparison):
            comparison.field.isOfActivity
                && comparison.holds(
                    FieldValue(of: comparison.field, in: activity.activity),
                    of: .workout,
                    activity.activity.statistics
                )
        default: false
        }
    }
}

extension Comparison {
    /// Whether a value of the field, or of the statistics for a field of statistics, has the relation to the operand. A
    /// field that samples of the type never have, which the store would refuse, has none.
    fileprivate func holds(_ value: FieldValue?, of type: ObjectType, _ statistics: [WorkoutStatistics]) -> Bool {
        guard field.applies(to: type) else { return false }
        let compared =
            field.operandKind == .statistics
            ? statistics.value(of: field, statisticsType).map { FieldValue.number($0) } : value
        switch (compared, operand) {
        case (nil, _): return relation.holdsForAbsence
        case (.integer(let value)?, .integer(let operand)): return relation.holds(value, operand)
        case (.number(let value)?, .number(let operand, let unit)):
            return converted(operand, unit, of: type).map { relation.holds(value, $0) } ?? false
        default: return false
        }
    }

    /// The operand in the storage unit of the field; nil: it cannot be converted.
    private func converted(_ operand: Double, _ unit: Unit?, of type: ObjectType) -> Double? {
        let stored: Unit? =
            switch field.operandKind {
            case .integer, .seconds: nil
            case .quantity: type.storageUnit
            case .total(let unit): unit
            case .statistics: statisticsType?.storageUnit
            }
        guard let unit, let stored else { return operand }
        return (try? UnitConversion(from: unit, to: stored))?(operand)
    }
}
