import HearthModel
import Testing

@Suite struct ClauseTests {
    private typealias Fixtures = SampleFixtures

    private func error(_ clause: Clause) -> HearthError? {
        refusal { () throws(HearthError) in try clause.validate() }
    }

    @Test func theStoreHoldsSamplesOfTheType() {
        for type in ObjectType.all {
            let error = error(Clause(type: type))
            #expect(error?.code == (type.isStored ? nil : .unknownType), "\(type)")
            #expect(error?.field == (type.isStored ? nil : "type"), "\(type)")
        }
    }

    @Test func theUnitFitsTheType() {
        #expect(error(Clause(type: Fixtures.type("bodyMass"), unit: .gram)) == nil)
        for type in [Fixtures.type("heartRate"), Fixtures.type("sleepAnalysis"), .workout] {
            let error = error(Clause(type: type, unit: .gram))
            #expect(error?.code == .incompatibleUnit)
            #expect(error?.field == "unit")
        }
    }

    @Test func thePredicateFitsTheType() {
        let predicate = Predicate(terms: [
            .comparison(Comparison(field: .categoryValue, relation: .equal, operand: .integer(1)))
        ])
        #expect(error(Clause(type: Fixtures.type("sleepAnalysis"), predicate: predicate)) == nil)
        let error = error(Clause(type: Fixtures.type("heartRate"), predicate: predicate))
        #expect(error?.code == .malformedPredicate)
        #expect(error?.field == "predicate.terms[0].comparison.field")
    }
}

@Suite struct SortKeyTests {
    /// All but those of activities and those that need a type, by the numbers of the protocol.
    private static let sortable: Set<UInt32> = [
        1, 2, 3, 10, 11, 12, 13, 14, 15, 16, 17, 18, 20, 30, 31, 32, 33, 34, 35,
    ]

    @Test func fieldsOfTheSampleItselfSort() {
        for field in Field.allCases {
            for descending in [false, true] {
                let key = SortKey(field: field, descending: descending)
                let error = refusal { () throws(HearthError) in try key.validate() }
                let isSortable = Self.sortable.contains(field.rawValue)
                #expect(error?.code == (isSortable ? nil : .invalidArgument), "\(field)")
                #expect(error?.field == (isSortable ? nil : "field"), "\(field)")
            }
        }
    }
}

@Suite struct DeletionsTests {
    private typealias Fixtures = SampleFixtures

    private static let deletions = Deletions(
        ids: [Fixtures.id(1), Fixtures.id(2)],
        times: [Fixtures.start, Fixtures.end],
        types: DictionaryColumn(entries: ["HKWorkoutTypeIdentifier", "HKFromANewerStore"], indexes: [0, 1])
    )

    static let rules: [Rule<Deletions>] = [
        Rule("a time for each row", .malformedColumn, "times") { $0.times.removeLast() },
        Rule("one type needs no indexes", .malformedColumn, "type_indexes") {
            $0.types = DictionaryColumn(entries: ["HKWorkoutTypeIdentifier"])
        } refuse: {
            $0.types.indexes = []
        },
        Rule("an index for each row", .malformedColumn, "type_indexes") { $0.types.indexes = [0] },
        Rule("an index of a type", .malformedColumn, "type_indexes[1]") { $0.types.indexes = [0, 2] },
        Rule("a type", .malformedColumn, "types") { $0.types = DictionaryColumn() },
        Rule("an index of metadata", .malformedColumn, "metadata_indexes[0]") {
            $0.metadata = DictionaryColumn(entries: [.none], indexes: [0, 0])
        } refuse: {
            $0.metadata = DictionaryColumn(entries: [.none], indexes: [1, 0])
        },
        Rule("indexes of metadata", .malformedColumn, "metadata_indexes") {
            $0.metadata = DictionaryColumn(entries: [.none])
        } refuse: {
            $0.metadata = DictionaryColumn(entries: [.none, .none])
        },
    ]

    @Test(arguments: rules)
    func aRuleOfDeletionsHolds(_ rule: Rule<Deletions>) {
        rule.expect(on: Self.deletions) { deletions throws(HearthError) in try deletions.validate() }
    }

    @Test func noDeletionsNeedNoTypes() {
        let none = Deletions(ids: [], times: [], types: DictionaryColumn())
        #expect(refusal { () throws(HearthError) in try none.validate() } == nil)
        #expect(none.count == 0)
    }
}
