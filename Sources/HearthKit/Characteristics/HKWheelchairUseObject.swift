public import Foundation

/// Whether a person uses a wheelchair, as the store says it.
///
/// `@unchecked Sendable`: `NSObject` says nothing about it on Linux; nothing here ever changes.
open class HKWheelchairUseObject: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    /// What the store says.
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

    /// What an archive says; nil when this version does not know the number there.
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
