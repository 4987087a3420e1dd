import Foundation
import HearthModel
import Testing

@testable import hearth

/// Values and metadata as people write them.
@Suite struct ValueTests {
    private func values(_ type: String, unit: String? = nil) throws -> SampleValueReader {
        try SampleValueReader(TypeName.type(type), unit: unit)
    }

    @Test func quantitiesAreFiniteNumbers() throws {
        let values = try values("heartRate")
        #expect(try values.value("72.5") == 72.5)
        #expect(try values.value("-3e2") == -300)
        for text in ["", "nan", "inf", "72 bpm", "1,5"] {
            let error = #expect(throws: CommandError.self) { try values.value(text) }
            #expect(error?.description == "The value is not a number.")
        }
    }

    @Test func categoriesHaveNumbersAndNames() throws {
        let values = try values("sleepAnalysis")
        #expect(try values.value("3") == 3)
        #expect(try values.value("asleepCore") == 3)
        #expect(try values.value("ASLEEPCORE") == 3)
        #expect(try values.value("asleep") == 1)
        let error = #expect(throws: CommandError.self) { try values.value("4711") }
        #expect(error?.description.contains("3 asleepCore") == true)
        #expect(error?.description.contains("4711") == false)
    }

    @Test func unitsFitTheirTypes() throws {
        #expect(try values("heartRate", unit: "count/s").unit?.text == "count/s")
        #expect(try values("bodyMass").unit("") == nil)
        #expect(try values("bodyMass", unit: "g").unit("lb")?.text == "lb")
        for (type, unit) in [("heartRate", "kg"), ("heartRate", "bpm"), ("sleepAnalysis", "min"), ("workout", "min")] {
            #expect(throws: CommandError.self) { try values(type, unit: unit) }
        }
    }

    @Test func metadataIsOfTheKindThatItsKeyHas() throws {
        let dates = DateReader(now: Timestamp(nanoseconds: 0), zone: .gmt)
        let reader = MetadataReader(dates: dates)
        let metadata = try reader.metadata([
            "HKWasUserEntered=yes", "own=a=b", "HKMetadataKeyTimeZone=Europe/Vienna", "HKAverageMETs=5 kcal/(kg*hr)",
            "HKBloodGlucoseMealTime=1", "empty=",
        ])
        #expect(metadata["HKWasUserEntered"] == .boolean(true))
        #expect(metadata["own"] == .string("a=b"))
        #expect(metadata["HKTimeZone"] == .string("Europe/Vienna"))
        #expect(metadata["HKAverageMETs"] == .quantity(Quantity(value: 5, unit: try Unit("kcal/(kg*hr)"))))
        #expect(metadata["HKBloodGlucoseMealTime"] == .integer(1))
        #expect(metadata["empty"] == .string(""))
        for text in ["", "own", "=x", "HKWasUserEntered=4711", "HKAverageMETs=4711x", "HKBloodGlucoseMealTime=47.11"] {
            let error = #expect(throws: CommandError.self) { try reader.metadata([text]) }
            #expect(error?.description.contains("47") == false)
        }
    }
}
