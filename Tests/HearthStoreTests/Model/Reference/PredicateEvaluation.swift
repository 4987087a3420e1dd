import HearthModel

/// Evaluates predicates on one sample after the other, by the words of the protocol.
struct PredicateEvaluation {
    let store: ReferenceStore

    func holds(_ predicate: Predicate?, for row: SampleRow) -> Bool {
        guard let predicate else { return true }
        // What stands on the stack may be about an activity, which only `any_activity` supplies.
        var stack: [(WorkoutActivity?) -> Bool] = []
        for term in predicate.terms {
            switch term {
            case .allOf(let count):
                let operands = stack.removing(count)
                stack.append { activity in operands.allSatisfy { $0(activity) } }
            case .anyOf(let count):
                let operands = stack.removing(count)
                stack.append { activity in operands.contains { $0(activity) } }
            case .noneOf(let count):
                let operands = stack.removing(count)
                stack.append { activity in !operands.contains { $0(activity) } }
            case .anyActivity(let count):
                let operands = stack.removing(count)
                let activities = row.activities
                stack.append { _ in activities.contains { activity in operands.allSatisfy { $0(activity) } } }
            case .comparison(let comparison) where comparison.field.isOfActivity:
                stack.append { activity in
                    guard let activity else { return false }
                    let value = FieldValue(comparison.field, of: activity, statistics: comparison.statisticsType)
                    return comparison.holds(value, of: row.type)
                }
            default:
                let result = test(term, row)
                stack.append { _ in result }
            }
        }
        return stack.allSatisfy { $0(nil) }
    }

    private func test(_ term: Predicate.Term, _ row: SampleRow) -> Bool {
        switch term {
        case .allOf, .anyOf, .noneOf, .anyActivity: false
        case .constant(let value): value
        case .interval(let interval): interval.holds(row.start, row.end)
        case .comparison(let comparison):
            comparison.holds(FieldValue(comparison.field, of: row, statistics: comparison.statisticsType), of: row.type)
        case .ids(let ids): ids.contains(row.id)
        case .metadataKey(let key): row.metadata[key] != nil
        case .metadata(let match): match.holds(row.metadata)
        case .attribute(let match): match.holds(row.record)
        case .sources(let identifiers): identifiers.contains { sameBytes($0, row.bundleIdentifier) }
        case .sourceRevisions(let patterns): patterns.contains { $0.holds(row.provenance) }
        case .devices(let devices): row.provenance.device.map(devices.contains) ?? false
        case .deviceProperty(let match): match.holds(row.provenance.device)
        case .inWorkout(let workout): store.associations[workout]?.contains(row.id) ?? false
        case .inCorrelation(let correlation): store.stored(correlation)?.row.members.contains(row.id) ?? false
        case .correlated(let value):
            store.rows.values.contains { $0.row.members.contains(row.id) } == value
        }
    }
}

extension Array {
    fileprivate mutating func removing(_ count: UInt32) -> [Element] {
        defer { removeLast(Int(count)) }
        return Array(suffix(Int(count)))
    }
}

extension SampleRow {
    fileprivate var activities: [WorkoutActivity] {
        if case .workout(let workout) = content { workout.detail.activities } else { [] }
    }
}

extension Interval {
    fileprivate func holds(_ sampleStart: Timestamp, _ sampleEnd: Timestamp) -> Bool {
        let contains = { (time: Timestamp) in
            (start.map { $0 <= time } ?? true) && (end.map { time < $0 } ?? true)
        }
        if strictStart && !contains(sampleStart) { return false }
        if strictEnd && !contains(sampleEnd) { return false }
        return (end.map { sampleStart < $0 } ?? true) && (start.map { sampleEnd >= $0 } ?? true)
    }
}

extension Comparison {
    fileprivate func holds(_ value: FieldValue?, of type: ObjectType) -> Bool {
        switch (value, operand) {
        case (nil, _):
            relation == .notEqual
        case (.integer(let left)?, .integer(let right)):
            relation.holds(left, right)
        case (.number(let left)?, .number(let right, let unit)):
            relation.holds(left, converted(right, unit, type))
        default:
            false
        }
    }

    private func converted(_ number: Double, _ unit: Unit?, _ type: ObjectType) -> Double {
        let target: Unit? =
            switch field.operandKind {
            case .integer, .seconds: nil
            case .quantity: type.storageUnit
            case .total(let unit): unit
            case .statistics: statisticsType?.storageUnit
            }
        guard let unit, let target, let conversion = try? UnitConversion(from: unit, to: target) else { return number }
        return conversion(number)
    }
}

extension SourceRevisionPattern {
    fileprivate func holds(_ provenance: Provenance) -> Bool {
        guard let source = provenance.source, sameBytes(source.bundleIdentifier, bundleIdentifier) else { return false }
        return version.holds(provenance.version)
            && productType.holds(provenance.productType)
            && operatingSystemVersion.holds(provenance.operatingSystemVersion)
    }
}

extension SourceRevisionPattern.Part {
    fileprivate func holds(_ value: Value?) -> Bool {
        switch self {
        case .any: true
        case .exactly(let expected): value == expected
        }
    }
}

extension DevicePropertyMatch {
    fileprivate func holds(_ device: Device?) -> Bool {
        let value: String? = device.flatMap { $0[keyPath: property.keyPath] }
        guard let value else { return values.isEmpty }
        return values.contains { sameBytes($0, value) }
    }
}
