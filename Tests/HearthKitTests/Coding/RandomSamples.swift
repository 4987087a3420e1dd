import Foundation
import HearthModel
import HearthTestSupport

@testable import HearthKit

/// Makes samples of every sort that apps can make.
struct RandomSamples {
    var generator: SeededGenerator

    private static let devices: [HKDevice?] = [
        nil, .local(),
        HKDevice(
            name: "band",
            manufacturer: "e\u{301}",
            model: nil,
            hardwareVersion: "",
            firmwareVersion: nil,
            softwareVersion: "1",
            localIdentifier: nil,
            udiDeviceIdentifier: nil
        ),
    ]

    private static let quantities: [(HKQuantityTypeIdentifier, [String])] = [
        (.heartRate, ["count/min", "count/s"]), (.stepCount, ["count"]), (.bodyMass, ["kg", "lb", "g"]),
        (.bloodGlucose, ["mg/dL", "mmol<180.15588000005408>/L"]), (.bodyTemperature, ["degC", "degF"]),
        (.oxygenSaturation, ["%"]), (.activeEnergyBurned, ["kcal", "kJ"]),
    ]

    mutating func samples(_ count: Int) -> [HKSample] {
        (0..<count).map { _ in sample() }
    }

    private mutating func sample() -> HKSample {
        switch int(10) {
        case 0..<6: quantity()
        case 6..<9: category()
        default: correlation()
        }
    }

    private mutating func quantity() -> HKQuantitySample {
        let (identifier, units) = Self.quantities[int(Self.quantities.count)]
        return quantity(identifier, units[int(units.count)])
    }

    private mutating func quantity(_ identifier: HKQuantityTypeIdentifier, _ unit: String) -> HKQuantitySample {
        let (start, end) = times()
        let value = int(2) == 0 ? Double(int(10_000)) / 10 : Double.random(in: -1e9...1e9, using: &generator)
        return HKQuantitySample(
            type: HKQuantityType(identifier),
            quantity: HKQuantity(unit: HKUnit(from: unit), doubleValue: value),
            start: start,
            end: end,
            device: Self.devices[int(Self.devices.count)],
            metadata: metadata()
        )
    }

    private mutating func category() -> HKCategorySample {
        let (start, end) = times()
        return HKCategorySample(
            type: int(2) == 0 ? HKCategoryType(.sleepAnalysis) : HKCategoryType(.headache),
            value: int(5),
            start: start,
            end: end,
            device: Self.devices[int(Self.devices.count)],
            metadata: metadata()
        )
    }

    private mutating func correlation() -> HKCorrelation {
        let (start, end) = times()
        let objects: Set<HKSample> = [
            quantity(.bloodPressureSystolic, "mmHg"), quantity(.bloodPressureDiastolic, "kPa"),
        ]
        return HKCorrelation(
            type: HKCorrelationType(.bloodPressure),
            start: start,
            end: end,
            objects: objects,
            device: Self.devices[int(Self.devices.count)],
            metadata: metadata()
        )
    }

    private mutating func times() -> (start: Date, end: Date) {
        // Whole seconds, any time that a `Date` has from Unix seconds, or any time that a `Date` has.
        if int(3) == 0 {
            let start = Date(timeIntervalSinceReferenceDate: Double.random(in: 1e8...3e9, using: &generator))
            return (start, start + Double.random(in: 0...1e5, using: &generator))
        }
        let seconds = Double(Int64.random(in: -1_000_000_000...4_000_000_000, using: &generator))
        let start = Date(
            timeIntervalSince1970: int(2) == 0 ? seconds : seconds + Double(int(1 << 20)) / Double(1 << 20)
        )
        return (start, int(2) == 0 ? start : start + Double(int(100_000)) / 8)
    }

    private mutating func metadata() -> [String: Any]? {
        guard int(2) == 0 else { return nil }
        let values: [Any] = [
            "text\(int(3))", int(4), Double(int(4)), int(2) == 0, -0.0, Date(timeIntervalSince1970: Double(int(9))),
            HKQuantity(unit: HKUnit(from: "degF"), doubleValue: 72), "e\u{301}", "\u{e9}",
        ]
        return Dictionary(uniqueKeysWithValues: (0..<int(3)).map { ("key\($0)", values[int(values.count)]) })
    }

    private mutating func int(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }
}
