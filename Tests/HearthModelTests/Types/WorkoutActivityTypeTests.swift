import HearthModel
import Testing

@Suite("Workout activity types")
struct WorkoutActivityTypeTests {
    @Test("The list has the table's rows and no others")
    func numbers() {
        #expect(TypeFixture.workoutActivityTypes.count == 84)
        let numbers = TypeFixture.workoutActivityTypes.map { UInt32($0.field("raw_value")) }
        #expect(WorkoutActivityType.all.map(\.rawValue) == numbers)
    }

    @Test("Every fact is the table's", arguments: TypeFixture.workoutActivityTypes)
    func facts(row: TypeFixture.Row) throws {
        let type = WorkoutActivityType(rawValue: try #require(UInt32(row.field("raw_value"))))
        #expect(type.isKnown)
        #expect(type.name == row.field("swift_case"))
        #expect(type.exportName == row.field("export_xml_name"))
    }

    @Test("A number that is not in the table is kept", arguments: [0, 81, 85, 2999, 3001, .max] as [UInt32])
    func unknownNumbers(number: UInt32) {
        let type = WorkoutActivityType(rawValue: number)
        #expect(type.rawValue == number)
        #expect(!type.isKnown)
        #expect(type.name == "\(number)")
        #expect(type.exportName == nil)
        #expect(!WorkoutActivityType.all.contains(type))
    }
}
