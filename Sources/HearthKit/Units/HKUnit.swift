public import Foundation
internal import HearthModel

/// A unit of measurement, such as `count/min` or `mg/dL`.
///
/// `@unchecked Sendable`: `NSObject` does not declare it on Linux; the class is immutable.
open class HKUnit: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    let unit: Unit

    init(_ unit: Unit) {
        self.unit = unit
    }

    /// The unit that a text such as `kcal/(kg*hr)` names; without any text, the null unit. A text that is not a unit
    /// stops the program, as it does in HealthKit.
    public init(from string: String) {
        do throws(HearthError) {
            unit = string.isEmpty ? .null : try Unit(string)
        } catch {
            let isRate = ["bpm", "BPM", "rpm"].contains(string)
            let advice = isRate ? " A rate per minute is \"count/min\"." : ""
            fatalError("\"\(string)\": \(error.message)\(advice)")
        }
    }

    /// The text that names the unit.
    open var unitString: String { unit.text }

    /// Whether everything cancelled out, as in a metre per metre.
    open func isNull() -> Bool { unit.isNull }

    override open func isEqual(_ object: Any?) -> Bool {
        (object as? HKUnit)?.unit == unit
    }

    override open var hash: Int { unit.hashValue }

    override open var description: String { unit.text }

    // MARK: - Copying and archives

    /// Archives hold the unit's text only.
    open class var supportsSecureCoding: Bool { true }

    private static let textKey = "unit"

    /// The unit in an archive; nil: the archive holds something else.
    public required convenience init?(coder: NSCoder) {
        guard let text = coder.decodeObject(of: NSString.self, forKey: HKUnit.textKey) as? String,
            let unit = try? Unit(text)
        else { return nil }
        self.init(unit)
    }

    /// Archives the unit by its text.
    open func encode(with coder: NSCoder) {
        coder.encode(unit.text as NSString, forKey: HKUnit.textKey)
    }

    /// The unit itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}
