public import Foundation
internal import HearthModel

/// A value with its unit.
///
/// `@unchecked Sendable`: `NSObject` does not declare it on Linux; the class is immutable.
open class HKQuantity: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    let value: Double
    let unit: Unit

    init(_ value: Double, _ unit: Unit) {
        self.value = value
        self.unit = unit
    }

    /// A value in a unit.
    public init(unit: HKUnit, doubleValue value: Double) {
        self.value = value
        self.unit = unit.unit
    }

    /// Whether the quantity can be given in a unit.
    open func `is`(compatibleWith unit: HKUnit) -> Bool {
        self.unit.isCompatible(with: unit.unit)
    }

    /// The value in a unit. One that measures something else stops the program, as it does in HealthKit.
    open func doubleValue(for unit: HKUnit) -> Double {
        do throws(HearthError) {
            return try value(in: unit.unit)
        } catch {
            fatalError(error.message)
        }
    }

    func value(in target: Unit) throws(HearthError) -> Double {
        try UnitConversion(from: unit, to: target)(value)
    }

    // MARK: - Comparing

    /// Whether this quantity is less than another, equal, or greater. One that measures something else stops the
    /// program, as it does in HealthKit.
    open func compare(_ quantity: HKQuantity) -> ComparisonResult {
        require(
            unit.isCompatible(with: quantity.unit),
            "a quantity in \(unit) cannot be compared with one in \(quantity.unit)"
        )
        let (own, other) = unit == quantity.unit ? (value, quantity.value) : (baseValue, quantity.baseValue)
        return own < other ? .orderedAscending : own > other ? .orderedDescending : .orderedSame
    }

    override open func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKQuantity, unit.isCompatible(with: other.unit) else { return false }
        return compare(other) == .orderedSame
    }

    // Quantities are compared by their values in base units, whatever their own units.
    override open var hash: Int { baseValue.hashValue }

    private var baseValue: Double { UnitConversion(toBaseOf: unit)(value) }

    override open var description: String {
        let number = value.description
        return "\(number.hasSuffix(".0") ? String(number.dropLast(2)) : number) \(unit.text)"
    }

    // MARK: - Copying and archives

    /// Archives hold a number and a unit.
    open class var supportsSecureCoding: Bool { true }

    private static let valueKey = "value"
    private static let unitKey = "unit"

    /// The quantity in an archive; nil: the archive holds something else.
    public required convenience init?(coder: NSCoder) {
        guard coder.containsValue(forKey: HKQuantity.valueKey),
            let unit = coder.decodeObject(of: HKUnit.self, forKey: HKQuantity.unitKey)
        else { return nil }
        self.init(coder.decodeDouble(forKey: HKQuantity.valueKey), unit.unit)
    }

    /// Archives the number and the unit.
    open func encode(with coder: NSCoder) {
        coder.encode(value, forKey: HKQuantity.valueKey)
        coder.encode(HKUnit(unit), forKey: HKQuantity.unitKey)
    }

    /// The quantity itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}
