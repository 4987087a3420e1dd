import HearthModel
import Testing

@Suite struct SampleColumnsTests {
    private typealias Fixtures = SampleFixtures

    private static func provenances(_ indexes: [UInt32], of count: Int = 2) -> DictionaryColumn<Provenance> {
        DictionaryColumn(entries: (0..<count).map { Provenance(version: "\($0)") }, indexes: indexes)
    }

    private static func metadata(_ indexes: [UInt32]) -> DictionaryColumn<Metadata> {
        DictionaryColumn(entries: [.none, .none], indexes: indexes)
    }

    static let rules: [SampleRule] = [
        SampleRule("there is a row", .malformedColumn, "uuids") {
            $0.ids = []
        },
        SampleRule("as many starts as rows", .malformedColumn, "starts") {
            $0.starts.removeLast()
        },
        SampleRule("no more starts than rows", .malformedColumn, "starts") {
            $0.starts.append(Fixtures.start)
        },
        SampleRule("the first start", .valueOutOfRange, "starts[1]") {
            $0.starts[1] = .earliest
        } refuse: {
            $0.starts[1] = Fixtures.beforeEarliest
        },
        SampleRule("the last start", .valueOutOfRange, "starts[1]") {
            $0.starts[1] = Fixtures.last
            $0.ends = []
        } refuse: {
            $0.starts[1] = .latest
            $0.ends = []
        },
        SampleRule("ends may be left out", .malformedColumn, "ends") {
            $0.ends = []
        } refuse: {
            $0.ends.removeLast()
        },
        SampleRule("the last end", .valueOutOfRange, "ends[1]") {
            $0.ends[1] = Fixtures.last
        } refuse: {
            $0.ends[1] = .latest
        },
        SampleRule("an end is not before its start", .valueOutOfRange, "ends[0]") {
            $0.ends[0] = Fixtures.start
        } refuse: {
            $0.ends[0] = Fixtures.beforeStart
        },
        SampleRule("one provenance needs no indexes", .malformedColumn, "provenance_indexes") {
            $0.provenance = provenances([], of: 1)
        } refuse: {
            $0.provenance = provenances([])
        },
        SampleRule("as many provenance indexes as rows", .malformedColumn, "provenance_indexes") {
            $0.provenance = provenances([1, 0])
        } refuse: {
            $0.provenance = provenances([1])
        },
        SampleRule("a provenance index is below the count", .malformedColumn, "provenance_indexes[1]") {
            $0.provenance = provenances([0, 1])
        } refuse: {
            $0.provenance = provenances([0, 2])
        },
        SampleRule("indexes need entries", .malformedColumn, "provenance_indexes[0]") {
            $0.provenance = provenances([], of: 0)
        } refuse: {
            $0.provenance = provenances([0, 0], of: 0)
        },
        SampleRule("several metadata need indexes", .malformedColumn, "metadata_indexes") {
            $0.metadata = metadata([0, 1])
        } refuse: {
            $0.metadata = metadata([])
        },
        SampleRule("a metadata index is below the count", .malformedColumn, "metadata_indexes[0]") {
            $0.metadata = metadata([1, 1])
        } refuse: {
            $0.metadata = metadata([.max, 1])
        },
        SampleRule("the payload is of the type's kind", .invalidArgument, "payload") {
            $0.payload = .category(CategoryColumns(values: [0, 1]))
        },
    ]

    @Test(arguments: rules)
    func aRuleHoldsWhereverSamplesAre(_ rule: SampleRule) {
        rule.expect(on: SampleFixtures.quantities) { samples throws(HearthError) in try samples.validate() }
    }

    @Test func theFixturesAreValid() {
        let fixtures = [
            Fixtures.quantities, Fixtures.categories, Fixtures.correlations, Fixtures.workouts, Fixtures.routes,
            Fixtures.heartbeats,
        ]
        for samples in fixtures {
            #expect(refusal { () throws(HearthError) in try samples.validate() } == nil, "\(samples.type)")
            #expect(refusal { () throws(HearthError) in try samples.validateForSaving() } == nil, "\(samples.type)")
        }
    }

    @Test func everyKindHasItsPayload() {
        let fixtures: [ObjectType.Kind: SampleColumns] = [
            .quantity: Fixtures.quantities, .category: Fixtures.categories, .correlation: Fixtures.correlations,
            .workout: Fixtures.workouts, .workoutRoute: Fixtures.routes, .heartbeatSeries: Fixtures.heartbeats,
        ]
        for kind in ObjectType.Kind.allCases where kind.isStored && fixtures[kind] != nil {
            for (otherKind, other) in fixtures {
                guard var samples = fixtures[kind] else {
                    Issue.record("no samples of kind \(kind)")
                    continue
                }
                samples.payload = other.payload
                let error = refusal { () throws(HearthError) in try samples.validate() }
                #expect(error?.field == (kind == otherKind ? nil : "payload"), "\(otherKind) as \(kind)")
            }
        }
    }

    @Test func anEndThatIsLeftOutIsTheStart() {
        var samples = Fixtures.quantities
        #expect(samples.end(1) == Fixtures.end)
        samples.ends = []
        #expect(samples.end(1) == Fixtures.start)
    }

    // MARK: - Dictionaries

    @Test func rowsOfADictionary() {
        #expect(DictionaryColumn<String>()[3] == nil)
        #expect(DictionaryColumn(entries: ["a"])[3] == "a")
        #expect(DictionaryColumn(entries: ["a", "b"], indexes: [1, 0])[0] == "b")
    }

    /// A reader of some rows could tell by it what the others have.
    @Test func metadataIsLeftOutIfNoRowHasAny() throws(HearthError) {
        let some = try Metadata([Metadata.Entry(key: "key", value: .integer(1))])
        var samples = Fixtures.quantities
        samples.metadata = DictionaryColumn(entries: [some, .none], indexes: [1, 1])
        #expect(samples.withoutDefaults().metadata == DictionaryColumn())
        samples.metadata.indexes = [1, 0]
        #expect(samples.withoutDefaults().metadata == DictionaryColumn(entries: [.none, some], indexes: [0, 1]))
    }
}
