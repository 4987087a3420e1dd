import Foundation
import HearthTestSupport
import Testing

@testable import HearthKit

@Suite("Units")
struct UnitTests {
    /// Each line of the table of units that Apple's own were compared with: text, and how Swift programs make it.
    @Test("the factories make the units of the table")
    func table() throws {
        let text = try Repository.text("Tests/HearthModelTests/Fixtures/units.tsv")
        let rows = text.split(separator: "\n").dropFirst().map { $0.split(separator: "\t") }
        var made = 0
        for row in rows where row[1].hasSuffix("()") {
            let name = String(row[1].dropFirst("HKUnit.".count).dropLast("()".count))
            guard name != "calorie" else { continue }
            let unit = try #require(UnitTests.plain[name], "\(name)")
            #expect(unit.unitString == row[0])
            made += 1
        }
        #expect(made == UnitTests.plain.count)
        for row in rows where row[1].contains("Unit(with: .") {
            let parts = row[1].dropFirst("HKUnit.".count).split { "(:.) ".contains($0) }
            let family = try #require(UnitTests.prefixed[String(parts[0])], "\(parts)")
            let prefix = try #require(HKMetricPrefix.all.first { "\($0)" == parts[2] })
            #expect(family(prefix).unitString == row[0])
        }
    }

    private static let plain: [String: HKUnit] = [
        "gram": .gram(), "meter": .meter(), "liter": .liter(), "pascal": .pascal(), "second": .second(),
        "joule": .joule(), "siemen": .siemen(), "hertz": .hertz(), "volt": .volt(), "watt": .watt(),
        "radianAngle": .radianAngle(), "lux": .lux(), "kelvin": .kelvin(), "ounce": .ounce(), "pound": .pound(),
        "stone": .stone(), "inch": .inch(), "foot": .foot(), "yard": .yard(), "mile": .mile(),
        "fluidOunceUS": .fluidOunceUS(), "fluidOunceImperial": .fluidOunceImperial(), "pintUS": .pintUS(),
        "pintImperial": .pintImperial(), "cupUS": .cupUS(), "cupImperial": .cupImperial(),
        "millimeterOfMercury": .millimeterOfMercury(), "centimeterOfWater": .centimeterOfWater(),
        "atmosphere": .atmosphere(), "inchesOfMercury": .inchesOfMercury(),
        "decibelAWeightedSoundPressureLevel": .decibelAWeightedSoundPressureLevel(), "minute": .minute(),
        "hour": .hour(), "day": .day(), "smallCalorie": .smallCalorie(), "kilocalorie": .kilocalorie(),
        "largeCalorie": .largeCalorie(), "degreeCelsius": .degreeCelsius(), "degreeFahrenheit": .degreeFahrenheit(),
        "internationalUnit": .internationalUnit(), "count": .count(), "percent": .percent(),
        "decibelHearingLevel": .decibelHearingLevel(), "diopter": .diopter(), "prismDiopter": .prismDiopter(),
        "degreeAngle": .degreeAngle(), "appleEffortScore": .appleEffortScore(),
    ]

    private static let prefixed: [String: @Sendable (HKMetricPrefix) -> HKUnit] = [
        "gramUnit": { .gramUnit(with: $0) }, "meterUnit": { .meterUnit(with: $0) },
        "literUnit": { .literUnit(with: $0) }, "pascalUnit": { .pascalUnit(with: $0) },
        "secondUnit": { .secondUnit(with: $0) }, "jouleUnit": { .jouleUnit(with: $0) },
        "siemenUnit": { .siemenUnit(with: $0) }, "hertzUnit": { .hertzUnit(with: $0) },
        "voltUnit": { .voltUnit(with: $0) }, "wattUnit": { .wattUnit(with: $0) },
        "radianAngleUnit": { .radianAngleUnit(with: $0) }, "luxUnit": { .luxUnit(with: $0) },
    ]

    @Test("units multiply and divide")
    func arithmetic() {
        let perMinute = HKUnit.count().unitDivided(by: .minute())
        #expect(perMinute == HKUnit(from: "count/min"))
        #expect(perMinute.unitMultiplied(by: .minute()) == .count())
        #expect(HKUnit.meter().unitDivided(by: .meter()).isNull())
        #expect(HKUnit.meter().unitDivided(by: .meter()).unitMultiplied(by: .gram()) == .gram())
        let null = HKUnit.meter().unitDivided(by: .meter())
        #expect(null == HKUnit(from: "") && null.unitString == "()" && null.reciprocal() == null)
        #expect(null.unitRaised(toPower: 3) == null && null.unitMultiplied(by: .count()) == .count())
        #expect(HKUnit.meter().unitRaised(toPower: 3).unitString == "m^3")
        #expect(HKUnit.second().reciprocal().unitString == "1/s")
        #expect(HKUnit.meter().unitRaised(toPower: 0).isNull())
        let uptake = HKUnit.literUnit(with: .milli)
            .unitDivided(by: HKUnit.gramUnit(with: .kilo).unitMultiplied(by: .minute()))
        #expect(uptake == HKUnit(from: "ml/(kg*min)"))
    }

    @Test("moles count as masses")
    func moles() {
        let glucose = HKUnit.moleUnit(with: .milli, molarMass: HKUnitMolarMassBloodGlucose)
            .unitDivided(by: .liter())
        #expect(glucose.unitString == "mmol<180.1558800000541>/L")
        #expect(HKUnit(from: glucose.unitString) == glucose && HKUnit(from: glucose.unitString).hash == glucose.hash)
        let quantity = HKQuantity(unit: glucose, doubleValue: 5)
        let perDeciliter = HKUnit.gramUnit(with: .milli).unitDivided(by: .literUnit(with: .deci))
        #expect(abs(quantity.doubleValue(for: perDeciliter) - 90.07794) < 1e-6)
        #expect(HKUnit.moleUnit(withMolarMass: 18).unitString == "mol<18>")
    }

    @Test("formatters' units are units")
    func formatters() {
        #expect(HKUnit(from: MassFormatter.Unit.kilogram) == .gramUnit(with: .kilo))
        #expect(HKUnit(from: LengthFormatter.Unit.mile) == .mile())
        #expect(HKUnit(from: EnergyFormatter.Unit.kilocalorie) == .kilocalorie())
        #expect(HKUnit.massFormatterUnit(from: .stone()) == .stone)
        #expect(HKUnit.lengthFormatterUnit(from: .meterUnit(with: .centi)) == .centimeter)
        #expect(HKUnit.energyFormatterUnit(from: .joule()) == .joule)
    }

    @Test("units survive an archive, and nothing else becomes one")
    func archives() throws {
        let unit = HKUnit(from: "mmol<180.156>/L")
        let data = try NSKeyedArchiver.archivedData(withRootObject: unit, requiringSecureCoding: true)
        #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: HKUnit.self, from: data) == unit)
        #expect(unit.copy() as? HKUnit === unit)
    }
}
