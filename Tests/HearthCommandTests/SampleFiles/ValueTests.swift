import Foundation
import HearthModel
import HearthTestSupport
import Testing

@testable import hearth

/// Values and metadata as people write them.
@Suite struct ValueTests {
    private func values(_ type: String, unit: String? = nil) throws -> SampleValueReader {
        try SampleValueReader(TypeName.type(type), unit: unit)
    }

    @Test func quantitiesAreFiniteNumbers() throws {
        #expect(try quantity("72.5", of: "heartRate") == 72.5)
        #expect(try quantity("3e2", of: "heartRate") == 300)
        #expect(throws: InputError.self) { try quantity("", of: "heartRate") }
        for text in ["nan", "inf", "72 bpm", "1,5", "72%"] {
            let error = #expect(throws: InputError.self) { try quantity(text, of: "heartRate") }
            #expect(error?.description.hasPrefix("The value is not a number") == true)
            #expect(error?.description.contains("with a point") == text.contains(","))
        }
    }

    private func quantity(_ text: String, of type: String, unit: String? = nil, force: Bool = false) throws -> Double {
        let values = try SampleValueReader(TypeName.type(type), unit: unit, allowingImplausible: force)
        return try values.number(text.utf8Span.span, in: #require(values.unit))
    }

    /// Every type whose unit is `%`, with what HealthKit stores.
    @Test func percentagesAreWhatPeopleWrite() throws {
        let types = ObjectType.all.filter { $0.storageUnit?.text == "%" }
        #expect(types.count == 8)
        for type in types {
            for text in ["97", "97%", "97 %", "97.0"] {
                #expect(try quantity(text, of: type.shortName) == 0.97, "\(type) \(text)")
            }
            #expect(try quantity("0.97", of: type.shortName, unit: "1") == 0.97)
            #expect(try quantity("0.97", of: type.shortName, unit: "count") == 0.97)
            #expect(type.displayUnit?.text(of: 0.97) == "97" && type.displayUnit?.text == "%")
            #expect(throws: InputError.self) { try quantity("97%", of: type.shortName, unit: "1") }
        }
    }

    @Test func aValueThatCannotBeIsRefused() throws {
        for (type, text, unit) in [
            ("stepCount", "-5", nil), ("heartRate", "-1", nil), ("heartRate", "-0.1", "count/s"),
            ("oxygenSaturation", "101", nil), ("oxygenSaturation", "1.01", "1"), ("oxygenSaturation", "-1", nil),
            ("oxygenSaturation", "0.96", nil), ("oxygenSaturation", "1%", nil), ("oxygenSaturation", "0.0097", "1"),
            ("bodyFatPercentage", "0.2", nil), ("bodyFatPercentage", "100.5%", nil), ("bodyTemperature", "-274", nil),
            ("waterTemperature", "-1", "K"),
            ("bodyMass", "-70", nil), ("distanceCycling", "-1", "mi"), ("bloodGlucose", "-5", "mmol/L"),
        ] as [(String, String, String?)] {
            let error = #expect(throws: InputError.self) { try quantity(text, of: type, unit: unit) }
            #expect(error?.description.contains("impossible") == true && error?.description.contains("--force") == true)
            #expect(error?.description.contains(text) == false)
            _ = try quantity(text, of: type, unit: unit, force: true)
        }
        for (type, text, unit) in [
            ("stepCount", "0", nil), ("oxygenSaturation", "100", nil), ("waterTemperature", "-5", nil),
            ("waterTemperature", "-40", "degF"), ("headphoneAudioExposure", "-3", nil), ("heartRate", "1e300", nil),
            ("underwaterDepth", "-0.1", nil), ("peripheralPerfusionIndex", "120", nil),
        ] as [(String, String, String?)] {
            _ = try quantity(text, of: type, unit: unit)
        }
    }

    /// A height of 180 m is one of 180 cm.
    @Test(
        arguments: [
            ("height", "180", nil, "height is between 0.2 m and 3 m. Is its unit 'cm'?"),
            ("height", "6", nil, "Is its unit 'ft'?"),
            ("height", "1.8", "cm", "between 20 cm and 300 cm. Is its unit 'm' or"),
            ("bodyTemperature", "98.6", nil, "between 13 degC and 47 degC. Is its unit 'degF'?"),
            ("basalBodyTemperature", "37", "degF", "Is its unit 'degC'?"),
            ("bloodGlucose", "5.4", nil, "Is its unit 'mmol/L'"), ("bodyMass", "70000", nil, "Is its unit 'g'"),
            ("bodyMassIndex", "2500", nil, "between 3 count and 250 count. Use"),
        ] as [(String, String, String?, String)]
    )
    func aValueInAnotherUnitIsRefused(_ type: String, _ text: String, _ unit: String?, _ expected: String) throws {
        let error = #expect(throws: InputError.self) { try quantity(text, of: type, unit: unit) }
        #expect(error?.description.contains(expected) == true, "\(error?.description ?? "")")
        _ = try quantity(text, of: type, unit: unit, force: true)
    }

    /// The Python client refuses the same values.
    @Test func theLimitsAreThoseOfThePythonClient() throws {
        let text = try Repository.text("Clients/python/src/hearth/samples/plausible.py")
        let limits = text.matches(of: /"(\w+)": \(([\d.]+), ([\d.]+)\)/).map { match in
            (String(match.1), Double(match.2), Double(match.3))
        }
        #expect(limits.count == PlausibleRange.limits.count)
        for (name, least, greatest) in limits {
            let own = try #require(PlausibleRange.limits[name], "\(name)")
            #expect(own.lowerBound == least && own.upperBound == greatest, "\(name)")
            _ = try TypeName.type(name)
        }
        let shares = try #require(text.firstMatch(of: /_SHARES = {([^}]*)}/))
        #expect(Set(shares.1.matches(of: /"(\w+)"/).map { String($0.1) }) == PlausibleRange.shares)
    }

    @Test func aShareInPlaceOfAPercentageIsExplained() throws {
        let error = #expect(throws: InputError.self) { try quantity("0.97", of: "oxygenSaturation") }
        #expect(error?.description.contains("Write 97 for 97 %, or a share such as 0.97 with the unit '1'.") == true)
        #expect(try quantity("0.97", of: "oxygenSaturation", force: true) == 0.0097)
        #expect(try quantity("0.5", of: "walkingAsymmetryPercentage") == 0.005)
    }

    @Test func aBloodPressureIsTwoNumbers() throws {
        let values = try values("bloodPressure")
        #expect(values.unit?.text == "mmHg")
        let value = try values.value("120/80".utf8Span.span, in: values.unit)
        #expect(value == .bloodPressure(systolic: 120, diastolic: 80))
        for text in ["80/120", "0/0", "80/80", "-1/-2"] {
            let error = #expect(throws: InputError.self) { try values.value(text.utf8Span.span, in: values.unit) }
            #expect(error?.description.contains("impossible") == true && error?.description.contains("--force") == true)
            let forced = try SampleValueReader(.bloodPressure, unit: "kPa", allowingImplausible: true)
            _ = try forced.value(text.utf8Span.span, in: forced.unit)
        }
    }

    @Test func glucoseIsReadInMillimolesWithoutAMolarMass() throws {
        let type = try TypeName.type("bloodGlucose")
        for text in ["mmol/L", "mol/L", "mmol/dL"] {
            let unit = try type.unit(text)
            #expect(unit.text == text)
            #expect(unit.unit.isCompatible(with: try Unit("mg/dL")))
        }
        let unit = try type.unit("mmol/L").unit
        #expect(abs(try UnitConversion(from: unit, to: Unit("mg/dL"))(5.5) - 99.0857) < 0.001)
        #expect(try type.unit("mmol<180>/L").text == "mmol<180>/L")
        #expect(throws: InputError.self) { try TypeName.type("bodyMass").unit("mmol") }
    }

    private func category(_ values: SampleValueReader, _ text: String) throws -> Int64? {
        guard case .category(let number) = try values.value(text.utf8Span.span, in: nil) else { return nil }
        return number
    }

    @Test func categoriesHaveNumbersAndNames() throws {
        let values = try values("sleepAnalysis")
        #expect(try category(values, "3") == 3)
        #expect(try category(values, "asleepCore") == 3)
        #expect(try category(values, "ASLEEPCORE") == 3)
        #expect(try category(values, "asleep") == 1)
        #expect(try category(values, "HKCategoryValueSleepAnalysisAsleepREM") == 5)
        #expect(throws: InputError.self) { try category(values, "HKCategoryValueSleepAnalysis") }
        #expect(try category(self.values("menstrualFlow"), "HKCategoryValueVaginalBleedingLight") == 2)
        let error = #expect(throws: InputError.self) { try category(values, "4711") }
        #expect(error?.description.contains("3 asleepCore") == true)
        let near = #expect(throws: InputError.self) { try category(values, "deep") }
        #expect(near?.description.contains("Did you mean 'asleepDeep'?") == true)
        #expect(error?.description.contains("4711") == false)
    }

    @Test func unitsFitTheirTypes() throws {
        #expect(try values("heartRate", unit: "count/s").unit?.text == "count/s")
        #expect(try values("bodyMass").unit("")?.text == "kg")
        #expect(try values("bodyMass", unit: "g").unit("lb")?.text == "lb")
        for (type, unit) in [("heartRate", "kg"), ("heartRate", "bpm"), ("sleepAnalysis", "min"), ("workout", "min")] {
            #expect(throws: InputError.self) { try values(type, unit: unit) }
        }
    }

    @Test func metadataIsOfTheKindThatItsKeyHas() throws {
        let dates = DateReader(now: Timestamp(nanoseconds: 0), zone: .gmt)
        let reader = MetadataReader(dates: dates)
        let metadata = try reader.metadata([
            "HKWasUserEntered=yes", "own=a=b", "HKMetadataKeyTimeZone=Europe/Vienna", "HKAverageMETs=5 kcal/(kg*hr)",
            "HKBloodGlucoseMealTime=1", "empty=",
            "HKWeatherHumidity=64 %",
        ])
        #expect(metadata["HKWasUserEntered"] == .boolean(true))
        #expect(metadata["HKWeatherHumidity"] == .quantity(Quantity(value: 0.64, unit: .percent)))
        #expect(metadata["own"] == .string("a=b"))
        #expect(metadata["HKTimeZone"] == .string("Europe/Vienna"))
        #expect(metadata["HKAverageMETs"] == .quantity(Quantity(value: 5, unit: try Unit("kcal/(kg*hr)"))))
        #expect(metadata["HKBloodGlucoseMealTime"] == .integer(1))
        #expect(metadata["empty"] == .string(""))
        let named = try reader.metadata(["HKInsulinDeliveryReason=bolus", "HKHeartRateMotionContext=Active"])
        #expect(named["HKInsulinDeliveryReason"] == .integer(2))
        #expect(named["HKMetadataKeyHeartRateMotionContext"] == .integer(2))
        let wrong = #expect(throws: InputError.self) { try reader.metadata(["HKInsulinDeliveryReason=x"]) }
        #expect(wrong?.description == "The value of HKInsulinDeliveryReason must be basal (1) or bolus (2).")
        let twice = #expect(throws: InputError.self) { try reader.metadata(["a=1", "a=2"]) }
        #expect(twice?.description == "The metadata key a is given twice.")
        for text in ["", "own", "=x", "HKWasUserEntered=4711", "HKAverageMETs=4711x", "HKBloodGlucoseMealTime=47.11"] {
            let error = #expect(throws: InputError.self) { try reader.metadata([text]) }
            #expect(error?.description.contains("47") == false)
        }
    }
}
