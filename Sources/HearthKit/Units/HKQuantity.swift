public import Foundation
internal import HearthModel

/// A value with its unit.
///
/// `@unchecked Sendable`: `NSObject` says nothing about it on Linux; nothing here ever changes.
public final class HKQuantity: NSObject, @unchecked Sendable {
    let value: Double
    let unit: Unit

    init(_ value: Double, _ unit: Unit) {
        self.value = value
        self.unit = unit
    }

    /// So much of a unit.
    public convenience init(unit: HKUnit, doubleValue value: Double) {
        self.init(value, unit.unit)
    }

    /// Whether the quantity can be given in a unit.
    public func `is`(compatibleWith unit: HKUnit) -> Bool {
        self.unit.isCompatible(with: unit.unit)
    }

    /// The value in a unit. One that measures something else stops the program, as it does in HealthKit.
    public func doubleValue(for unit: HKUnit) -> Double {
        do throws(HearthError) {
            return try value(in: unit.unit)
        } catch {
            preconditionFailure(error.message)
        }
    }

    /// How this quantity stands to another. One that measures something else stops the program, as it does in HealthKit.
    public func compare(_ quantity: HKQuantity) -> ComparisonResult {
        let other = quantity.doubleValue(for: HKUnit(unit))
        return value < other ? .orderedAscending : value > other ? .orderedDescending : .orderedSame
    }

    func value(in target: Unit) throws(HearthError) -> Double {
        try UnitConversion(from: unit, to: target)(value)
    }

    override public func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKQuantity, unit.isCompatible(with: other.unit) else { return false }
        return compare(other) == .orderedSame
    }

    // Quantities in different units can be equal, so that only what they measure can count.
    override public var hash: Int { 0 }

    override public var description: String { "\(value) \(unit.text)" }
}
