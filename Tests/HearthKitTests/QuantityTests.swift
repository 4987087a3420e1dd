import HearthKit
import Testing

@Suite("Quantities")
struct QuantityTests {
    @Test("a quantity is read in any unit of its dimension")
    func conversion() {
        let temperature = HKQuantity(unit: HKUnit(from: "degC"), doubleValue: 37)
        #expect(temperature.doubleValue(for: HKUnit(from: "degF")) == 98.6)
        #expect(!temperature.is(compatibleWith: HKUnit(from: "kg")))
    }

    @Test("quantities are equal when they are as much, whatever the unit")
    func equality() {
        #expect(
            HKQuantity(unit: HKUnit(from: "km"), doubleValue: 1)
                == HKQuantity(unit: HKUnit(from: "m"), doubleValue: 1000)
        )
    }
}
