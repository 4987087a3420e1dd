import HealthKit
import Testing

private class RoundedQuantity: HKQuantity, @unchecked Sendable {
    override init(unit: HKUnit, doubleValue value: Double) {
        super.init(unit: unit, doubleValue: value)
    }

    required init?(coder: NSCoder) { fatalError("not archived") }

    override func doubleValue(for unit: HKUnit) -> Double { super.doubleValue(for: unit).rounded() }
}

private class NamedUnit: HKUnit, @unchecked Sendable {
    override init(from string: String) {
        super.init(from: string)
    }

    required init?(coder: NSCoder) { fatalError("not archived") }

    override var unitString: String { "beats per minute" }
}

/// Apps can subclass units and quantities, as they can in HealthKit.
@Suite struct UnitTests {
    @Test func aSubclassOfAQuantityAnswersForIt() {
        let quantity: HKQuantity = RoundedQuantity(unit: .count(), doubleValue: 71.6)
        #expect(quantity.doubleValue(for: .count()) == 72)
        #expect(quantity == HKQuantity(unit: .count(), doubleValue: 71.6))
    }

    @Test func aSubclassOfAUnitIsTheSameUnit() {
        let unit: HKUnit = NamedUnit(from: "count/min")
        #expect(unit.unitString == "beats per minute")
        #expect(unit == HKUnit(from: "count/min"))
        #expect(HKQuantity(unit: unit, doubleValue: 60).doubleValue(for: HKUnit(from: "count/s")) == 1)
    }
}
