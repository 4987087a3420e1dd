import HearthModel
import HearthTestSupport

extension RandomValues {
    mutating func clause() -> Clause {
        let type = storedType()
        return Clause(type: type, predicate: maybe { $0.predicate(for: type) }, unit: unit(for: type))
    }

    mutating func clauses(atLeast least: Int = 0) -> [Clause] {
        array(max(least, pick([0, 1, 3]))) { $0.clause() }
    }

    /// A predicate whose terms fit together and fit the type.
    mutating func predicate(for type: ObjectType) -> Predicate {
        if chance(oneIn: 60) {
            return Predicate(terms: array(Int(Limits.standard.predicateTerms)) { .constant($0.flag()) })
        }
        return Predicate(terms: (0..<count(0...4)).flatMap { _ in condition(on: type, depth: 3) })
    }

    // MARK: - Terms

    /// Terms that leave one truth value, about the sample.
    private mutating func condition(on type: ObjectType, depth: Int) -> [Predicate.Term] {
        guard depth > 0, chance(oneIn: 3) else { return [test(on: type)] }
        let operands = count(1...3)
        if type.kind == .workout && flag() {
            let terms = (0..<operands).flatMap { _ in conditionOnActivity(depth: depth - 1) }
            return terms + [.anyActivity(UInt32(operands))]
        }
        let terms = (0..<operands).flatMap { _ in condition(on: type, depth: depth - 1) }
        return terms + [operation(UInt32(operands))]
    }

    /// Terms that leave one truth value, about an activity of a workout.
    private mutating func conditionOnActivity(depth: Int) -> [Predicate.Term] {
        guard depth > 0, chance(oneIn: 3) else {
            return [chance(oneIn: 6) ? .constant(flag()) : .comparison(comparison(on: .workout, ofActivity: true))]
        }
        let operands = count(1...3)
        let terms = (0..<operands).flatMap { _ in conditionOnActivity(depth: depth - 1) }
        return terms + [operation(UInt32(operands))]
    }

    private mutating func operation(_ operands: UInt32) -> Predicate.Term {
        pick([.allOf(operands), .anyOf(operands), .noneOf(operands)])
    }

    private mutating func test(on type: ObjectType) -> Predicate.Term {
        if RecordSchema.of(type) != nil, chance(oneIn: 3) {
            return .attribute(RandomRecords.match(for: type, using: &random))
        }
        return switch count(1...13) {
        case 1: .constant(flag())
        case 2: .interval(interval())
        case 3: .comparison(comparison(on: type, ofActivity: false))
        case 4: .ids(array(count(1...3)) { $0.id() })
        case 5: .metadataKey(name())
        case 6: .metadata(metadataMatch())
        case 7: .sources(array(count(1...3)) { $0.name() })
        case 8: .sourceRevisions(array(count(1...3)) { $0.sourceRevisionPattern() })
        case 9: .devices(array(count(1...3)) { $0.device() })
        case 10: .deviceProperty(devicePropertyMatch())
        case 11: .inWorkout(id())
        case 12: .inCorrelation(id())
        default: .correlated(flag())
        }
    }

    // MARK: - What tests hold

    private mutating func interval() -> Interval {
        let times = array(2) { $0.anyTime() }.sorted()
        return Interval(
            start: flag() ? times[0] : nil,
            end: flag() ? times[1] : nil,
            strictStart: flag(),
            strictEnd: flag()
        )
    }

    private mutating func comparison(on type: ObjectType, ofActivity: Bool) -> Comparison {
        let field = pick(Field.allCases.filter { $0.applies(to: type) && $0.isOfActivity == ofActivity })
        let statisticsType = field.operandKind == .statistics ? pick(Self.quantityTypes) : nil
        let relations: [Relation] = [.less, .lessOrEqual, .equal, .notEqual, .greater, .greaterOrEqual]
        return Comparison(
            field: field,
            relation: pick(relations),
            operand: operand(of: field, statisticsType ?? type),
            statisticsType: statisticsType
        )
    }

    private mutating func operand(of field: Field, _ type: ObjectType) -> Comparison.Operand {
        switch field.operandKind {
        case .integer: .integer(integer())
        case .seconds: .number(number(), nil)
        case .total(let unit): .number(number(), maybe { $0.unit(convertibleTo: unit) })
        case .quantity, .statistics: .number(number(), unit(for: type))
        }
    }

    private mutating func metadataMatch() -> MetadataMatch {
        let relation = pick(Relation.allCases)
        let isBetweenTexts = [.contains, .beginsWith, .endsWith].contains(relation)
        let entries = array(count(1...3)) {
            Metadata.Entry(key: $0.name(), value: isBetweenTexts ? .string($0.text()) : $0.metadataValue())
        }
        return MetadataMatch(relation: relation, entries: entries)
    }

    private mutating func sourceRevisionPattern() -> SourceRevisionPattern {
        SourceRevisionPattern(
            bundleIdentifier: name(),
            version: part { $0.text() },
            productType: part { $0.text() },
            operatingSystemVersion: part { $0.operatingSystemVersion() }
        )
    }

    private mutating func part<Value>(
        _ make: (inout RandomValues) -> Value
    ) -> SourceRevisionPattern.Part<Value> {
        flag() ? .any : .exactly(maybe(make))
    }

    private mutating func devicePropertyMatch() -> DevicePropertyMatch {
        DevicePropertyMatch(property: pick(DeviceProperty.allCases), values: array(count(0...3)) { $0.text() })
    }
}
