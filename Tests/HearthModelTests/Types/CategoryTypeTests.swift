import HearthModel
import Testing

@Suite("Category types")
struct CategoryTypeTests {
    @Test("The registry has the table's rows and no others")
    func identifiers() {
        let registered = ObjectType.all.filter { $0.kind == .category }
        #expect(TypeFixture.categoryTypes.count == 71)
        #expect(registered.map(\.identifier) == TypeFixture.categoryTypes.map { $0.field("raw_value") })
    }

    @Test("Every fact is the table's", arguments: TypeFixture.categoryTypes)
    func facts(row: TypeFixture.Row) throws {
        let type = try ObjectType.lookup(row.field("raw_value"))
        #expect(type.identifier == row.field("raw_value"))
        #expect(type.shortName == row.field("swift_case"))
        #expect(type.categoryValues?.enumeration == row.field("value_enum"))
        #expect(["read-write", "read-only"].contains(row.field("app_access")))
        #expect(type.isWritableByApps == (row.field("app_access") == "read-write"))
        #expect(type.storageUnit == nil)
        #expect(type.canonicalUnit == nil)
        #expect(type.aggregation == nil)
    }

    @Test("The allowed values and their names are the table's", arguments: TypeFixture.categoryTypes)
    func values(row: TypeFixture.Row) throws {
        guard row.field("swift_case") != "menopausalState" else { return }
        let type = try ObjectType.lookup(row.field("raw_value"))
        let set = try #require(type.categoryValues)
        #expect(set.names.map { "\($0.value)=\($0.key)" } == row.field("values").split(separator: ",").map(String.init))
        let numbers = Set(set.names.map(\.key))
        for value: Int64 in -70...140 {
            #expect(type.allows(categoryValue: value) == numbers.contains(value))
            #expect((set.name(of: value) != nil) == numbers.contains(value))
        }
        for value: Int64 in [.min, .min + 1, .max, 1 << 32, 1 << 32 + 1, 1 << 62] {
            #expect(!type.allows(categoryValue: value))
        }
    }

    @Test("A menopausal state may have any small value, as the numbers are not published")
    func menopausalState() throws {
        let row = try #require(TypeFixture.categoryTypes.first { $0.field("swift_case") == "menopausalState" })
        #expect(row.field("values").contains("raw values not established"))
        #expect(ObjectType.menopausalState.categoryValues?.names.isEmpty == true)
        for value: Int64 in 0...63 {
            #expect(ObjectType.menopausalState.allows(categoryValue: value))
        }
        for value: Int64 in [.min, -1, 64, 65, 128, .max] {
            #expect(!ObjectType.menopausalState.allows(categoryValue: value))
        }
    }

    @Test("A number that was renamed shows its current name")
    func renamedValues() throws {
        let sleep = try ObjectType.lookup("HKCategoryTypeIdentifierSleepAnalysis")
        #expect(sleep.categoryValues?.name(of: 1) == "asleepUnspecified")
        let ovulation = try ObjectType.lookup("HKCategoryTypeIdentifierOvulationTestResult")
        #expect(ovulation.categoryValues?.name(of: 2) == "luteinizingHormoneSurge")
    }

    @Test("A retired identifier leads to the type that took its place", arguments: RetiredName.types)
    func retiredIdentifiers(name: RetiredName) throws {
        let type = try ObjectType.lookup(name.current)
        #expect(try ObjectType.lookup(name.retired) == type && type.identifier == name.current)
        #expect(!ObjectType.all.map(\.identifier).contains(name.retired))
        var bytes = Array(name.retired.utf8)
        #expect(bytes.withUnsafeBufferPointer { ObjectType(utf8: $0) } == type)
        bytes[bytes.count - 1] ^= 1
        #expect(bytes.withUnsafeBufferPointer { ObjectType(utf8: $0) } == nil)
    }
}
