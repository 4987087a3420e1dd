public import Foundation
internal import HearthModel

/// A unit of measurement, such as `count/min` or `mg/dL`.
///
/// `@unchecked Sendable`: `NSObject` says nothing about it on Linux; nothing here ever changes.
public final class HKUnit: NSObject, @unchecked Sendable {
    let unit: Unit

    init(_ unit: Unit) {
        self.unit = unit
    }

    /// The unit that a text such as `kcal/(kg*hr)` names. A text that is no unit stops the program, as it does in
    /// HealthKit.
    public convenience init(from string: String) {
        do throws(HearthError) {
            self.init(try Unit(string))
        } catch {
            preconditionFailure(error.message)
        }
    }

    /// The text that names the unit.
    public var unitString: String { unit.text }

    /// Whether everything cancelled out, as in a metre per metre.
    public func isNull() -> Bool { unit.isNull }

    override public func isEqual(_ object: Any?) -> Bool {
        (object as? HKUnit)?.unit == unit
    }

    override public var hash: Int { unit.hashValue }

    override public var description: String { unit.text }
}
