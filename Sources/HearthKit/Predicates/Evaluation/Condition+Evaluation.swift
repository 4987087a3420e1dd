internal import Foundation
internal import HearthModel

extension Condition {
    /// Whether a sample, or an activity of a workout, satisfies the condition, by the store's rules. Anything else
    /// satisfies no test.
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

extension Predicate.Term {
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
                    sample.fieldValue(comparison.field),
                    of: sample.type,
                    (sample as? HKWorkout)?.detail.statistics ?? []
                )
        case .ids(let ids): ids.contains(sample.id)
        case .metadataKey(let key): sample.attached[key] != nil
        case .metadata(let match): match.matches(sample.attached)
        case .sources(let identifiers):
            identifiers.contains { $0.isIdentical(to: sample.origin.sourceRevision.source.bundleIdentifier) }
        case .sourceRevisions(let patterns): patterns.contains { $0.matches(sample.origin.provenance) }
        case .devices(let devices):
            devices.contains { sample.origin.device?.device.isIdentical(to: $0) ?? false }
        case .deviceProperty(let match): match.matches(sample.origin.device?.device)
        case .inWorkout, .inCorrelation, .correlated:
            preconditionFailure("only the store knows what belongs to a workout or a correlation")
        case .allOf, .anyOf, .noneOf, .anyActivity:
            preconditionFailure("an operator is not a test")
        }
    }

    private func holds(for activity: HKWorkoutActivity) -> Bool {
        switch self {
        case .constant(let truth): truth
        case .comparison(let comparison):
            comparison.field.isOfActivity
                && comparison.holds(
                    activity.value(of: comparison.field),
                    of: .workout,
                    activity.activity.statistics
                )
        default: false
        }
    }
}

extension Comparison {
    /// Whether a value of the field, or one of the statistics where the field is one of them, stands in the relation.
    /// What the store would refuse, a field that samples of the type never have, stands in none.
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

    /// The operand in the unit in which the store holds the field; nil when it has none.
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

extension ObjectOrigin {
    /// In the terms of the store.
    var provenance: Provenance {
        Provenance(
            source: sourceRevision.source.source,
            version: sourceRevision.version,
            productType: sourceRevision.productType,
            operatingSystemVersion: sourceRevision.system?.version,
            device: device?.device
        )
    }
}
