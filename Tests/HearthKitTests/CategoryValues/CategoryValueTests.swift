import HearthModel
import HearthTestSupport
import Testing

@testable import HearthKit

@Suite("Values of categories")
struct CategoryValueTests {
    @Test("every enumeration of the registry is there, with its numbers")
    func registry() throws {
        var checked: Set<String> = []
        for type in ObjectType.all {
            guard let values = type.categoryValues, !values.names.isEmpty,
                checked.insert(values.enumeration).inserted
            else { continue }
            let numbers = try Declarations.numbers(in: "CategoryValues/\(values.enumeration).swift")
            let known = Dictionary(uniqueKeysWithValues: values.names.map { ($0.value, $0.key) })
            #expect(numbers == known, "\(values.enumeration)")
        }
        #expect(checked.count > 15)
    }

    @Test("former enumerations have the numbers of those that took their place")
    func formerEnumerations() throws {
        let flow = try Declarations.numbers(in: "CategoryValues/HKCategoryValueMenstrualFlow.swift")
        #expect(flow == (try Declarations.numbers(in: "CategoryValues/HKCategoryValueVaginalBleeding.swift")))
        let noise = try Declarations.numbers(in: "CategoryValues/HKCategoryValueAudioExposureEvent.swift")
        #expect(noise == ["loudEnvironment": 1])
    }

    @Test("somebody asleep is in one of four states")
    func sleep() {
        let asleep = HKCategoryValueSleepAnalysis.allAsleepValues
        #expect(Set(asleep.map(\.rawValue)) == [1, 3, 4, 5])
        #expect(!asleep.contains(.inBed) && !asleep.contains(.awake))
    }
}
