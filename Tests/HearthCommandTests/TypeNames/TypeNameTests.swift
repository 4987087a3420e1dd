import HearthModel
import Testing

@testable import hearth

/// Types by the names that people give them.
@Suite struct TypeNameTests {
    @Test(arguments: ["heartRate", "HKQuantityTypeIdentifierHeartRate", "heartrate", "HEARTRATE"])
    func aTypeHasSeveralNames(_ name: String) throws {
        #expect(try TypeName.type(name).identifier == "HKQuantityTypeIdentifierHeartRate")
    }

    @Test(arguments: [
        ("weight", "bodyMass"), ("steps", "stepCount"), ("step", "stepCount"), ("heart-rate", "heartRate"),
        ("Body Mass", "bodyMass"), ("SpO2", "oxygenSaturation"), ("sleep", "sleepAnalysis"), ("bpm", "heartRate"),
        ("mood", "stateOfMind"), ("coffee", "dietaryCaffeine"), ("beers", "numberOfAlcoholicBeverages"),
    ])
    func aWordForOneTypeIsItsName(_ word: String, _ name: String) throws {
        #expect(try TypeName.type(word).shortName == name)
    }

    @Test(arguments: ["environmentalAudioExposureEvent", "audioExposureEvent", "AudioExposureEvent"])
    func aTypeWithTwoNamesIsFoundByBoth(_ name: String) throws {
        #expect(try TypeName.type(name).identifier == "HKCategoryTypeIdentifierAudioExposureEvent")
    }

    @Test func everyStoredTypeIsFoundByItsNames() throws {
        for type in ObjectType.all where type.isStored {
            #expect(try TypeName.type(type.shortName) == type)
            #expect(try TypeName.type(type.identifier) == type)
        }
    }

    @Test(arguments: [
        ("hartRate", "heartRate"), ("heartRte", "heartRate"), ("heart rates", "heartRate"),
        ("stepcuont", "stepCount"), ("vo2", "vo2Max"), ("wrokout", "workout"), ("heartRate*", "heartRate"),
        ("HKQuantityTypeIdentifierHeartrat", "heartRate"), ("heart", "heartRate"),
        ("glucose", "bloodGlucose"), ("calories", "activeEnergyBurned"), ("running", "workout"),
        ("sugar", "dietarySugar"),
    ])
    func theNearestNamesAreSuggested(_ name: String, _ wanted: String) throws {
        let suggestions = TypeName.suggestions(for: name).names
        #expect(suggestions.contains(wanted), "\(suggestions)")
        #expect(suggestions.count <= 3)
        let error = #expect(throws: InputError.self) { try TypeName.type(name) }
        #expect(error?.description.contains("'\(wanted)'") == true)
    }

    @Test(arguments: ["", "qqqqqqqqqqqq", "!!", "\u{1B}[31m"])
    func nothingIsSuggestedForNonsense(_ name: String) throws {
        #expect(TypeName.suggestions(for: name).names == [])
        let error = #expect(throws: InputError.self) { try TypeName.type(name) }
        #expect(error?.description.contains("\u{1B}") == false)
        #expect(error?.description.contains("hearth types") == true)
    }

    @Test func whatTheStoreDoesNotHoldIsSaid() {
        let error = #expect(throws: InputError.self) { try TypeName.type("dateOfBirth") }
        #expect(error?.description.contains("holds no samples of dateOfBirth") == true)
    }

    @Test(arguments: [
        ("", "", 0), ("", "abc", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("kitten", "sitting", 3), ("ab", "ba", 1),
        ("flaw", "lawn", 2),
    ])
    func distancesAreCounted(_ left: String, _ right: String, _ distance: Int) {
        #expect(EditDistance.between(left.utf8, right.utf8) == distance)
        #expect(EditDistance.between(right.utf8, left.utf8) == distance)
    }
}
