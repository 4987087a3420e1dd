import HearthModel
import Testing

@Suite("Quantity types")
struct QuantityTypeTests {
    private static let all = ObjectType.all.filter { $0.kind == .quantity }

    @Test("The registry has the table's rows and no others")
    func identifiers() {
        #expect(TypeFixture.quantityTypes.count == 121)
        // The registry groups them; the table is sorted.
        #expect(Self.all.count == 121)
        #expect(Set(Self.all.map(\.identifier)) == Set(TypeFixture.quantityTypes.map { $0.field("raw_value") }))
    }

    @Test("Every fact is the table's", arguments: TypeFixture.quantityTypes)
    func facts(row: TypeFixture.Row) throws {
        let type = try ObjectType.lookup(row.field("raw_value"))
        #expect(type.identifier == row.field("raw_value"))
        #expect(type.shortName == row.field("swift_case"))
        #expect(type.canonicalUnit == (try Unit(row.field("canonical_unit"))))
        #expect(type.aggregation.map { "\($0)" } == row.field("aggregation_style"))
        // heartRateVariabilityRMSSD is "read-write?": new, and inferred.
        #expect(row.field("app_access").hasPrefix("read-write") || row.field("app_access") == "read-only")
        #expect(type.isWritableByApps == row.field("app_access").hasPrefix("read-write"))
        #expect(type.categoryValues == nil)
        #expect(!type.allows(categoryValue: 0))
    }

    @Test("Values are stored in the canonical unit, except rates per second", arguments: all)
    func storageUnit(type: ObjectType) throws {
        let perMinute = ["heartRate", "respiratoryRate"]
        if perMinute.contains(type.shortName) {
            #expect(type.canonicalUnit == (try Unit("count/s")))
            #expect(type.storageUnit == (try Unit("count/min")))
        } else {
            #expect(type.storageUnit == type.canonicalUnit)
        }
    }

    @Test("Aggregation styles have HealthKit's numbers")
    func aggregationNumbers() {
        #expect(Aggregation.cumulative.rawValue == 0)
        #expect(Aggregation.discreteArithmetic.rawValue == 1)
        #expect(Aggregation.discreteTemporallyWeighted.rawValue == 2)
        #expect(Aggregation.discreteEquivalentContinuousLevel.rawValue == 3)
        #expect(Aggregation.allCases.count == 4)
    }

    @Test("As many types have each style as Apple's headers say")
    func aggregationCounts() {
        let counts = Dictionary(grouping: Self.all, by: \.aggregation).mapValues(\.count)
        #expect(
            counts == [
                .cumulative: 63,
                .discreteArithmetic: 48,
                .discreteTemporallyWeighted: 7,
                .discreteEquivalentContinuousLevel: 3,
            ]
        )
    }
}
