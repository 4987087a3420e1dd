public import Foundation
internal import HearthModel

/// A value with its unit.
///
/// `@unchecked Sendable`: `NSObject` says nothing about it on Linux; nothing here ever changes.
public final class HKQuantity: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
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

    func value(in target: Unit) throws(HearthError) -> Double {
        try UnitConversion(from: unit, to: target)(value)
    }

    // MARK: - Comparing

    /// How this quantity stands to another. One that measures something else stops the program, as it does in HealthKit.
    public func compare(_ quantity: HKQuantity) -> ComparisonResult {
        precondition(
            unit.isCompatible(with: quantity.unit),
            "a quantity in \(unit) cannot be compared with one in \(quantity.unit)"
        )
        let (own, other) = unit == quantity.unit ? (value, quantity.value) : (baseValue, quantity.baseValue)
        return own < other ? .orderedAscending : own > other ? .orderedDescending : .orderedSame
    }

    override public func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKQuantity, unit.isCompatible(with: other.unit) else { return false }
        return compare(other) == .orderedSame
    }

    // Quantities that are equal have the same value in base units, whatever their own: that is how they are compared.
    override public var hash: Int { baseValue.hashValue }

    private var baseValue: Double { UnitConversion(toBaseOf: unit)(value) }

    override public var description: String {
        let number = value.description
        return "\(number.hasSuffix(".0") ? String(number.dropLast(2)) : number) \(unit.text)"
    }

    // MARK: - Copying and archives

    /// Archives hold a number and a unit, so that nothing else can come out of them.
    public static var supportsSecureCoding: Bool { true }

    private static let valueKey = "value"
    private static let unitKey = "unit"

    /// The quantity in an archive; nil when what is there is not one.
    public convenience init?(coder: NSCoder) {
        guard coder.containsValue(forKey: HKQuantity.valueKey),
            let unit = coder.decodeObject(of: HKUnit.self, forKey: HKQuantity.unitKey)
        else { return nil }
        self.init(coder.decodeDouble(forKey: HKQuantity.valueKey), unit.unit)
    }

    /// Archives the number and the unit.
    public func encode(with coder: NSCoder) {
        coder.encode(value, forKey: HKQuantity.valueKey)
        coder.encode(HKUnit(unit), forKey: HKQuantity.unitKey)
    }

    /// The quantity itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}
