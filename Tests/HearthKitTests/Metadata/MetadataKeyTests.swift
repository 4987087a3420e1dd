import HearthModel
import HearthTestSupport
import Testing

@testable import HearthKit

@Suite("Keys of metadata")
struct MetadataKeyTests {
    @Test("every key of the registry has its constant")
    func registry() throws {
        let constants = try Declarations.texts(in: "Metadata/MetadataKeys.swift")
        let keys = MetadataKey.all.map { ($0.constantName, $0.rawValue) }
        #expect(constants == Dictionary(uniqueKeysWithValues: keys))
        #expect(HKMetadataKeyTimeZone == MetadataKey.timeZone.rawValue)
    }

    /// The enumerations of workouts stand with the workouts.
    @Test("every enumeration that a key names is there")
    func enumerations() throws {
        let table = try Repository.text("Tests/HearthModelTests/Fixtures/metadata_keys.tsv")
        let names = Set(
            table.split(separator: "\n").dropFirst().compactMap { line -> String? in
                let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
                return cells[3] == "NSNumber(enum)" ? String(cells[4]) : nil
            }
        )
        #expect(names.count > 10)
        for name in names where !name.hasPrefix("HKWorkout") {
            #expect(try !Declarations.numbers(in: "Metadata/Values/\(name).swift").isEmpty)
        }
    }

    @Test("the numbers are HealthKit's")
    func numbers() {
        #expect(HKHeartRateMotionContext.active.rawValue == 2)
        #expect(HKWeatherCondition.tornado.rawValue == 27)
        #expect(HKBodyTemperatureSensorLocation(rawValue: 11) == .forehead)
        #expect(HKSwimmingStrokeStyle.kickboard.rawValue == 6)
        #expect(HKInsulinDeliveryReason(rawValue: 0) == nil)
        #expect(HKAppleECGAlgorithmVersion.version2.rawValue == 2)
        #expect(HKVO2MaxTestType.predictionStepTest.rawValue == 4)
    }
}
