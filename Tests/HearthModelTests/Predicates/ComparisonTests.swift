import HearthModel
import Testing

@Suite struct ComparisonTests {
    private typealias Fixtures = SampleFixtures

    private static let heartRate = Fixtures.type("heartRate")
    private static let stepCount = Fixtures.type("stepCount")
    private static let perMinute = heartRate.storageUnit ?? .count

    typealias ComparisonRule = Rule<Comparison>

    private static func number(
        _ field: Field,
        _ number: Double = 1,
        _ unit: Unit? = nil,
        type: ObjectType? = nil,
        relation: Relation = .less
    ) -> Comparison {
        Comparison(field: field, relation: relation, operand: .number(number, unit), statisticsType: type)
    }

    private static func integer(_ field: Field, _ integer: Int64 = 1, type: ObjectType? = nil) -> Comparison {
        Comparison(field: field, relation: .equal, operand: .integer(integer), statisticsType: type)
    }

    static let quantityRules: [ComparisonRule] = [
        ComparisonRule("orders only", .malformedPredicate, "terms[0].comparison.relation") {
            $0 = number(.quantity, 1, nil, relation: .greaterOrEqual)
        } refuse: {
            $0 = number(.quantity, 1, nil, relation: .contains)
        },
        ComparisonRule("equality only", .malformedPredicate, "terms[0].comparison.relation") {
            $0 = number(.quantity, 1, nil, relation: .notEqual)
        } refuse: {
            $0 = number(.quantity, 1, nil, relation: .endsWith)
        },
        ComparisonRule("a finite number", .valueOutOfRange, "terms[0].comparison.number") {
            $0 = number(.quantity, .greatestFiniteMagnitude)
        } refuse: {
            $0 = number(.quantity, .nan)
        },
        ComparisonRule("a date is an integer", .malformedPredicate, "terms[0].comparison.operand") {
            $0 = integer(.startDate, .min)
        } refuse: {
            $0 = number(.startDate)
        },
        ComparisonRule("a quantity is a number", .malformedPredicate, "terms[0].comparison.operand") {
            $0 = number(.quantity)
        } refuse: {
            $0 = integer(.quantity)
        },
        ComparisonRule("a unit of the type", .incompatibleUnit, "terms[0].comparison.unit") {
            $0 = number(.quantityMinimum, 1, perMinute)
        } refuse: {
            $0 = number(.quantityMinimum, 1, .kilogram)
        },
        ComparisonRule("no type where none is needed", .malformedPredicate, "terms[0].comparison.type") {
            $0 = integer(.endDate)
        } refuse: {
            $0 = integer(.endDate, type: stepCount)
        },
    ]

    static let workoutRules: [ComparisonRule] = [
        ComparisonRule("a duration is a number", .malformedPredicate, "terms[0].comparison.operand") {
            $0 = number(.workoutDuration)
        } refuse: {
            $0 = integer(.workoutDuration)
        },
        ComparisonRule("a total is a number", .malformedPredicate, "terms[0].comparison.operand") {
            $0 = number(.workoutTotalDistance)
        } refuse: {
            $0 = integer(.workoutTotalDistance)
        },
        ComparisonRule("seconds have no unit", .malformedPredicate, "terms[0].comparison.unit") {
            $0 = number(.workoutDuration, 1, nil)
        } refuse: {
            $0 = number(.workoutDuration, 1, .second)
        },
        ComparisonRule("a unit of energy", .incompatibleUnit, "terms[0].comparison.unit") {
            $0 = number(.workoutTotalEnergyBurned, 1, .kilocalorie)
        } refuse: {
            $0 = number(.workoutTotalEnergyBurned, 1, .meter)
        },
        ComparisonRule("a unit of length", .incompatibleUnit, "terms[0].comparison.unit") {
            $0 = number(.workoutTotalDistance, 1, .kilometer)
        } refuse: {
            $0 = number(.workoutTotalDistance, 1, .second)
        },
        ComparisonRule("a unit of counts", .incompatibleUnit, "terms[0].comparison.unit") {
            $0 = number(.workoutTotalFlightsClimbed, 1, .count)
        } refuse: {
            $0 = number(.workoutTotalFlightsClimbed, 1, .meter)
        },
        ComparisonRule("statistics need a type", .malformedPredicate, "terms[0].comparison.type") {
            $0 = number(.workoutSum, type: stepCount)
        } refuse: {
            $0 = number(.workoutSum)
        },
        ComparisonRule("a quantity type", .malformedPredicate, "terms[0].comparison.type") {
            $0 = number(.workoutAverage, type: heartRate)
        } refuse: {
            $0 = number(.workoutAverage, type: .workout)
        },
        ComparisonRule("a unit of the statistics", .incompatibleUnit, "terms[0].comparison.unit") {
            $0 = number(.workoutMaximum, 1, perMinute, type: heartRate)
        } refuse: {
            $0 = number(.workoutMaximum, 1, perMinute, type: stepCount)
        },
    ]

    @Test(arguments: quantityRules)
    func aRuleOfComparisonsOfQuantitiesHolds(_ rule: ComparisonRule) {
        rule.expect(on: Self.integer(.startDate)) { comparison throws(HearthError) in
            try Predicate(terms: [.comparison(comparison)]).validate(for: Self.heartRate)
        }
    }

    @Test(arguments: workoutRules)
    func aRuleOfComparisonsOfWorkoutsHolds(_ rule: ComparisonRule) {
        rule.expect(on: Self.integer(.startDate)) { comparison throws(HearthError) in
            try Predicate(terms: [.comparison(comparison)]).validate(for: .workout)
        }
    }

    private func error(_ comparison: Comparison, of type: ObjectType) -> HearthError? {
        refusal { () throws(HearthError) in
            try Predicate(terms: [.comparison(comparison)]).validate(for: type)
        }
    }

    // MARK: - Fields and types

    /// By the kind of the type: the fields that its samples have, by the numbers of the protocol.
    private static let fields: [(type: ObjectType, numbers: Set<UInt32>)] = [
        (heartRate, [1, 2, 3, 10, 12, 13, 14, 15, 16, 17, 18]),
        (stepCount, [1, 2, 3, 10, 11]),
        (Fixtures.type("sleepAnalysis"), [1, 2, 20]),
        (.bloodPressure, [1, 2]),
        (.workout, [1, 2, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 50, 51, 52, 53, 54, 55, 56, 57]),
        (.workoutRoute, [1, 2, 3]),
        (.heartbeatSeries, [1, 2, 3]),
    ]

    @Test func samplesHaveTheFieldsOfTheirKind() {
        for (type, numbers) in Self.fields {
            let applicable = Field.allCases.filter { $0.applies(to: type) }
            #expect(Set(applicable.map(\.rawValue)) == numbers, "\(type)")
        }
    }

    @Test func aFieldThatSamplesDoNotHaveIsRefused() {
        for (type, numbers) in Self.fields {
            for field in Field.allCases where !numbers.contains(field.rawValue) {
                let operand = field.operandKind == .integer ? Self.integer(field) : Self.number(field)
                #expect(error(operand, of: type)?.code == .malformedPredicate, "\(field) of \(type)")
                #expect(error(operand, of: type)?.field == "terms[0].comparison.field", "\(field) of \(type)")
            }
        }
    }

    @Test func activitiesHaveFieldsOfTheirOwn() {
        let numbers = Set(Field.allCases.filter(\.isOfActivity).map(\.rawValue))
        #expect(numbers == Set(50...57))
    }
}
