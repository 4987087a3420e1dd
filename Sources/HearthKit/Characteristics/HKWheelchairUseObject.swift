public import Foundation

/// Whether a person uses a wheelchair, as stored.
///
/// `@unchecked Sendable`: `NSObject` does not declare it on Linux; the class is immutable.
open class HKWheelchairUseObject: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    /// The value in the store.
    open private(set) var wheelchairUse: HKWheelchairUse

    /// The object as it is where nothing is known.
    override public init() {
        wheelchairUse = .notSet
    }

    init(_ wheelchairUse: HKWheelchairUse) {
        self.wheelchairUse = wheelchairUse
    }

    override open func isEqual(_ object: Any?) -> Bool {
        (object as? HKWheelchairUseObject)?.wheelchairUse == wheelchairUse
    }

    override open var hash: Int { wheelchairUse.hashValue }

    // MARK: - Copying and archives

    /// Archives hold the number only.
    open class var supportsSecureCoding: Bool { true }

    /// The value in an archive; nil: this version does not know its number.
    public required init?(coder: NSCoder) {
        guard let wheelchairUse = HKWheelchairUse(characteristicIn: coder) else { return nil }
        self.wheelchairUse = wheelchairUse
    }

    /// Archives the number.
    open func encode(with coder: NSCoder) {
        wheelchairUse.encodeCharacteristic(with: coder)
    }

    /// The object itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}
