import HearthModel
import HearthTestSupport

extension ScriptGenerator {
    /// A test that samples of the type can be put to.
    mutating func leaf(_ type: ObjectType) -> Predicate.Term {
        if RecordSchema.of(type) != nil, random.chance(40) {
            return .attribute(RandomRecords.match(for: type, using: &random))
        }
        switch random.below(18) {
        case 0: return .constant(random.chance(70))
        case 1, 2, 3: return .interval(interval())
        case 4, 5, 6, 7:
            let field = random.pick(Field.allCases.filter { $0.applies(to: type) && !$0.isOfActivity })
            return .comparison(comparison(field, type))
        case 8: return .ids(random.some(Alphabet.ids, atMost: 1 + random.below(30)))
        case 9: return .metadataKey(random.pick(Alphabet.keys + syncKeys + ["ze\u{301}"]))
        case 10: return .metadata(syncMatch())
        case 11: return .metadata(match())
        case 12: return .sources(random.some(Alphabet.bundleIdentifiers, atMost: 1 + random.below(2)))
        case 13: return .sourceRevisions(random.list(1 + random.below(2)) { $0.pattern() })
        case 14: return .devices(random.some(Alphabet.devices, atMost: 1 + random.below(2)))
        case 15:
            let property = random.pick(DeviceProperty.allCases)
            let values = random.some(Alphabet.deviceTexts, atMost: random.below(3))
            return .deviceProperty(DevicePropertyMatch(property: property, values: values))
        case 16: return .inWorkout(workout)
        default:
            let correlations = storedIDs { $0.type == .bloodPressure }
            guard random.chance(50), let correlation = correlations.randomElement(using: &random) else {
                return .correlated(random.chance(50))
            }
            return .inCorrelation(correlation)
        }
    }

    private var syncKeys: [String] { [MetadataKey.syncIdentifier.rawValue, MetadataKey.syncVersion.rawValue] }

    private mutating func interval() -> Interval {
        let times = [random.pick(Alphabet.times), random.pick(Alphabet.times)].sorted()
        return Interval(
            start: random.chance(75) ? times[0] : nil,
            end: random.chance(75) ? times[1] : nil,
            strictStart: random.chance(40),
            strictEnd: random.chance(40)
        )
    }

    mutating func comparison(_ field: Field, _ type: ObjectType) -> Comparison {
        let relations: [Relation] = [.less, .lessOrEqual, .equal, .notEqual, .greater, .greaterOrEqual]
        var comparison = Comparison(field: field, relation: random.pick(relations), operand: .integer(0))
        switch field.operandKind {
        case .integer: comparison.operand = .integer(integer(field))
        case .seconds: comparison.operand = .number(random.pick([0, 1, 60, 1e-9, 89]), nil)
        case .quantity: comparison.operand = number(Alphabet.units(of: type))
        case .total(let unit): comparison.operand = number(unit == .kilocalorie ? [unit, kilojoule] : [unit])
        case .statistics:
            let type = random.pick(Array(Alphabet.quantityTypes.prefix(3)))
            comparison.statisticsType = type
            comparison.operand = number(Alphabet.units(of: type))
        }
        return comparison
    }

    private var kilojoule: Unit { unit("kJ") }

    private mutating func integer(_ field: Field) -> Int64 {
        switch field {
        case .startDate, .endDate, .mostRecentStart, .mostRecentEnd, .activityStartDate, .activityEndDate:
            random.pick(Alphabet.times).nanoseconds
        case .workoutActivityType, .activityType: random.pick([37, 46])
        default: Int64(random.below(6))
        }
    }

    private mutating func number(_ units: [Unit]) -> Comparison.Operand {
        .number(random.pick(Alphabet.numbers), random.chance(50) ? random.pick(units) : nil)
    }

    /// About the two keys that deletions keep.
    private mutating func syncMatch() -> MetadataMatch {
        let relations: [Relation] = [.less, .lessOrEqual, .equal, .notEqual, .greater, .greaterOrEqual]
        let version = random.chance(50) ? MetadataValue.integer(Int64(random.below(4))) : .double(1.5)
        let entries = [
            Metadata.Entry(key: syncKeys[0], value: .string(random.pick(["a", "b", "c", "d"]))),
            Metadata.Entry(key: syncKeys[1], value: version),
        ]
        return MetadataMatch(
            relation: random.pick(relations),
            entries: random.some(entries, atMost: 1 + random.below(2))
        )
    }

    private mutating func match() -> MetadataMatch {
        let relation = random.pick(
            [
                .less, .lessOrEqual, .equal, .notEqual, .greater, .greaterOrEqual, .contains, .beginsWith, .endsWith,
            ] as [Relation]
        )
        let isOfTexts = [.contains, .beginsWith, .endsWith].contains(relation)
        let entries = random.list(1 + random.below(2)) { random in
            let value = isOfTexts ? .string(random.pick(Alphabet.texts)) : random.metadataValue()
            return Metadata.Entry(key: random.pick(Alphabet.keys), value: value)
        }
        return MetadataMatch(relation: relation, entries: entries)
    }
}

extension SeededGenerator {
    fileprivate mutating func pattern() -> SourceRevisionPattern {
        SourceRevisionPattern(
            bundleIdentifier: pick(Alphabet.bundleIdentifiers),
            version: chance(50) ? .any : .exactly(pick(["1.0", "2.0", nil])),
            productType: chance(60) ? .any : .exactly(pick(["Watch7,1", nil])),
            operatingSystemVersion: chance(60)
                ? .any : .exactly(pick([OperatingSystemVersion(major: 26, minor: 0, patch: 1), nil]))
        )
    }
}
