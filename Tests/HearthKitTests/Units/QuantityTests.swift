import Foundation
import HearthTestSupport
import Testing

@testable import HearthKit

@Suite("Quantities")
struct QuantityTests {
    @Test("a quantity is read in any unit of its dimension")
    func conversion() {
        let temperature = HKQuantity(unit: HKUnit(from: "degC"), doubleValue: 37)
        #expect(temperature.doubleValue(for: HKUnit(from: "degF")) == 98.6)
        #expect(!temperature.is(compatibleWith: HKUnit(from: "kg")))
    }

    @Test(
        "quantities are equal when they are as much, whatever the unit",
        arguments: [
            (1, "km", 1000, "m"), (37, "degC", 98.6, "degF"), (95, "count/min", 5700, "count/hr"),
            (1, "kcal", 1, "Cal"), (0.5, "%", 0.5, "count"), (-0.0, "m", 0, "km"), (1, "mi", 1609.344, "m"),
        ]
    )
    func equality(_ first: Double, _ firstUnit: String, _ second: Double, _ secondUnit: String) {
        let left = HKQuantity(unit: HKUnit(from: firstUnit), doubleValue: first)
        let right = HKQuantity(unit: HKUnit(from: secondUnit), doubleValue: second)
        #expect(left == right && right == left)
        #expect(left.hash == right.hash)
        #expect(left.compare(right) == .orderedSame)
    }

    @Test("quantities of other things, or of another amount, are not equal")
    func inequality() {
        let metre = HKQuantity(unit: .meter(), doubleValue: 1)
        #expect(metre != HKQuantity(unit: .gram(), doubleValue: 1))
        #expect(metre != HKQuantity(unit: .meter(), doubleValue: 1.0000000000000002))
        #expect(metre.compare(HKQuantity(unit: .mile(), doubleValue: 1)) == .orderedAscending)
        #expect(metre.compare(HKQuantity(unit: .inch(), doubleValue: 1)) == .orderedDescending)
        let amounts = Set((0..<1000).map { HKQuantity(unit: .count(), doubleValue: Double($0)) })
        #expect(amounts.count == 1000 && Set(amounts.map(\.hash)).count > 990)
    }

    @Test("equal quantities have equal hashes")
    func hashes() {
        var (generator, seed) = SeededGenerator.fromEnvironment(default: 41)
        let units = ["m", "km", "mi", "ft", "in", "cm"].map { HKUnit(from: $0) }
        for _ in 0..<2000 {
            let quantity = HKQuantity(
                unit: units[Int.random(in: 0..<units.count, using: &generator)],
                doubleValue: Double(Int.random(in: -100_000...100_000, using: &generator)) / 100
            )
            let unit = units[Int.random(in: 0..<units.count, using: &generator)]
            let other = HKQuantity(unit: unit, doubleValue: quantity.doubleValue(for: unit))
            #expect(quantity != other || quantity.hash == other.hash, "HEARTH_TEST_SEED=\(seed)")
        }
    }

    @Test("numbers convert to each other, whatever cancelled out")
    func numbers() {
        let null = HKUnit.meter().unitDivided(by: .meter())
        let half = HKQuantity(unit: null, doubleValue: 0.5)
        #expect(half.is(compatibleWith: .count()) && half.is(compatibleWith: .percent()))
        #expect(half.doubleValue(for: .percent()) == 0.5 && half == HKQuantity(unit: .percent(), doubleValue: 0.5))
        #expect(HKQuantity(unit: HKUnit(from: "mg/kg"), doubleValue: 5).doubleValue(for: .count()) == 5e-6)
        #expect(HKQuantityType(.oxygenSaturation).is(compatibleWith: null))
        #expect(!half.is(compatibleWith: HKUnit.second().reciprocal()))
    }

    @Test(
        "a whole number is printed without a fraction",
        arguments: [(1000, "1000 m"), (61.5, "61.5 m"), (0, "0 m"), (-3, "-3 m"), (0.1, "0.1 m"), (1e21, "1e+21 m")]
    )
    func descriptions(_ value: Double, _ text: String) {
        #expect(HKQuantity(unit: .meter(), doubleValue: value).description == text)
    }

    @Test("quantities survive an archive")
    func archives() throws {
        let quantity = HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: 61.5)
        let data = try NSKeyedArchiver.archivedData(withRootObject: quantity, requiringSecureCoding: true)
        let restored = try NSKeyedUnarchiver.unarchivedObject(ofClass: HKQuantity.self, from: data)
        #expect(restored == quantity)
        #expect(restored?.description == "61.5 count/min")
    }
}
