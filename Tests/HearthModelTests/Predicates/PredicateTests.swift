import HearthModel
import Testing

@Suite struct PredicateTests {
    private typealias Fixtures = SampleFixtures
    typealias PredicateRule = Rule<[Predicate.Term]>

    private static let heartRate = Fixtures.type("heartRate")
    private static let stepCount = Fixtures.type("stepCount")

    private static let swim = Predicate.Term.comparison(
        Comparison(field: .activityType, relation: .equal, operand: .integer(46))
    )
    private static let yes = Predicate.Term.constant(true)
    private static let start = Predicate.Term.comparison(
        Comparison(field: .startDate, relation: .less, operand: .integer(0))
    )

    private func expect(
        _ rule: PredicateRule,
        of type: ObjectType,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        rule.expect(on: [], sourceLocation: sourceLocation) { terms throws(HearthError) in
            try Predicate(terms: terms).validate(for: type)
        }
    }

    // MARK: - Operators

    static let operators: [PredicateRule] = [
        PredicateRule("the most terms", .limitExceeded, "terms") {
            $0 = Array(repeating: yes, count: 1024)
        } refuse: {
            $0 = Array(repeating: yes, count: 1025)
        },
        PredicateRule("all_of takes at least one", .malformedPredicate, "terms[1]") {
            $0 = [yes, .allOf(1)]
        } refuse: {
            $0 = [yes, .allOf(0)]
        },
        PredicateRule("any_of takes what is there", .malformedPredicate, "terms[2]") {
            $0 = [yes, start, .anyOf(2)]
        } refuse: {
            $0 = [yes, start, .anyOf(3)]
        },
        PredicateRule("none_of takes what operators leave", .malformedPredicate, "terms[4]") {
            $0 = [yes, start, .anyOf(2), yes, .noneOf(2)]
        } refuse: {
            $0 = [yes, start, .anyOf(2), yes, .noneOf(3)]
        },
        PredicateRule("the greatest number of operands", .malformedPredicate, "terms[1]") {
            $0 = [yes, .allOf(.max)]
        },
        PredicateRule("any_activity takes at least one", .malformedPredicate, "terms[1]") {
            $0 = [swim, .anyActivity(1)]
        } refuse: {
            $0 = [swim, .anyActivity(0)]
        },
        PredicateRule("any_activity takes what is there", .malformedPredicate, "terms[1]") {
            $0 = [swim, swim, .anyActivity(2)]
        } refuse: {
            $0 = [swim, .anyActivity(2)]
        },
        PredicateRule("any_activity takes activities", .malformedPredicate, "terms[2]") {
            $0 = [swim, yes, .anyActivity(2)]
        } refuse: {
            $0 = [swim, start, .anyActivity(2)]
        },
        PredicateRule("any_activity does not nest", .malformedPredicate, "terms[2]") {
            $0 = [swim, .anyActivity(1), .noneOf(1)]
        } refuse: {
            $0 = [swim, .anyActivity(1), .anyActivity(1)]
        },
        PredicateRule("operators keep what they are about", .malformedPredicate, "terms[2]") {
            $0 = [swim, yes, .anyOf(2), .noneOf(1), .anyActivity(1), start, .allOf(2)]
        } refuse: {
            $0 = [swim, start, .anyOf(2)]
        },
    ]

    @Test(arguments: operators)
    func aRuleOfOperatorsHolds(_ rule: PredicateRule) {
        expect(rule, of: .workout)
    }

    /// Where the error is found depends on what is left at the end.
    @Test(arguments: [[swim], [swim, .noneOf(1)], [start, swim]])
    func activitiesAreBelowAnyActivity(_ terms: [Predicate.Term]) {
        let error = refusal { () throws(HearthError) in try Predicate(terms: terms).validate(for: .workout) }
        #expect(error?.code == .malformedPredicate)
        #expect(error?.field.hasPrefix("terms") == true)
    }

    @Test func onlyWorkoutsHaveActivities() {
        expect(
            PredicateRule("type", .malformedPredicate, "terms[1]") { $0 = [Self.yes, .anyActivity(1)] },
            of: Self.heartRate
        )
    }

    // MARK: - Tests by themselves

    static let tests: [PredicateRule] = [
        PredicateRule("an interval may be empty", .valueOutOfRange, "terms[0].interval.end") {
            $0 = [.interval(Interval(start: Fixtures.start, end: Fixtures.start))]
        } refuse: {
            $0 = [.interval(Interval(start: Fixtures.start, end: Fixtures.beforeStart))]
        },
        PredicateRule("an interval of any times", .valueOutOfRange, "terms[1].interval.end") {
            let (first, last) = (Timestamp(nanoseconds: .min), Timestamp(nanoseconds: .max))
            $0 = [yes, .interval(Interval(start: first, end: last)), .interval(Interval(start: nil, end: nil))]
        } refuse: {
            let (first, last) = (Timestamp(nanoseconds: .min), Timestamp(nanoseconds: .max))
            $0 = [yes, .interval(Interval(start: last, end: first))]
        },
        PredicateRule("an object", .malformedColumn, "terms[0].uuids.uuids") {
            $0 = [.ids([Fixtures.id(1)])]
        } refuse: {
            $0 = [.ids([])]
        },
        PredicateRule("a source", .invalidArgument, "terms[0].sources.bundle_identifiers") {
            $0 = [.sources(["a"])]
        } refuse: {
            $0 = [.sources([])]
        },
        PredicateRule("a pattern", .invalidArgument, "terms[0].source_revisions.patterns") {
            $0 = [.sourceRevisions([SourceRevisionPattern(bundleIdentifier: "a")])]
        } refuse: {
            $0 = [.sourceRevisions([])]
        },
        PredicateRule("a device", .invalidArgument, "terms[0].devices.devices") {
            $0 = [.devices([Device()])]
        } refuse: {
            $0 = [.devices([])]
        },
        PredicateRule("an entry", .invalidArgument, "terms[0].metadata.entries") {
            $0 = [match(.equal, .integer(1))]
        } refuse: {
            $0 = [.metadata(MetadataMatch(relation: .equal, entries: []))]
        },
        PredicateRule("a finite number", .valueOutOfRange, "terms[0].metadata.entries[0].double_value") {
            $0 = [match(.less, .double(.greatestFiniteMagnitude))]
        } refuse: {
            $0 = [match(.less, .double(.infinity))]
        },
        PredicateRule("a text contains", .malformedPredicate, "terms[0].metadata.entries[0].value") {
            $0 = [match(.contains, .string(""))]
        } refuse: {
            $0 = [match(.contains, .integer(1))]
        },
        PredicateRule("a text begins", .malformedPredicate, "terms[0].metadata.entries[0].value") {
            $0 = [match(.beginsWith, .string("a"))]
        } refuse: {
            $0 = [match(.beginsWith, .boolean(true))]
        },
        PredicateRule("a text ends", .malformedPredicate, "terms[0].metadata.entries[0].value") {
            $0 = [match(.endsWith, .string("a"))]
        } refuse: {
            $0 = [match(.endsWith, .date(Fixtures.start))]
        },
    ]

    private static func match(_ relation: Relation, _ value: MetadataValue) -> Predicate.Term {
        .metadata(MetadataMatch(relation: relation, entries: [Metadata.Entry(key: "key", value: value)]))
    }

    @Test(arguments: tests)
    func aRuleOfTestsHolds(_ rule: PredicateRule) {
        expect(rule, of: Self.heartRate)
    }

    @Test func theRestIsAlwaysValid() {
        let terms: [Predicate.Term] = [
            .constant(false), .metadataKey("key"), .deviceProperty(DevicePropertyMatch(property: .name, values: [])),
            .inWorkout(Fixtures.id(1)), .inCorrelation(Fixtures.id(1)), .correlated(true),
        ]
        for type in ObjectType.all where type.isStored {
            let error = refusal { () throws(HearthError) in try Predicate(terms: terms).validate(for: type) }
            #expect(error == nil, "\(type)")
        }
    }
}
