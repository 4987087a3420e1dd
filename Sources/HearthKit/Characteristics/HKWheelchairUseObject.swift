public import Foundation

/// Whether a person uses a wheelchair, as the store says it.
///
/// `@unchecked Sendable`: `NSObject` says nothing about it on Linux; nothing here ever changes.
public final class HKWheelchairUseObject: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    /// What the store says.
    public let wheelchairUse: HKWheelchairUse

    init(_ wheelchairUse: HKWheelchairUse) {
        self.wheelchairUse = wheelchairUse
    }

    override public func isEqual(_ object: Any?) -> Bool {
        (object as? HKWheelchairUseObject)?.wheelchairUse == wheelchairUse
    }

    override public var hash: Int { wheelchairUse.hashValue }

    // MARK: - Copying and archives

    /// Archives hold the number only.
    public static var supportsSecureCoding: Bool { true }

    /// What an archive says; nil when this version does not know the number there.
    public convenience init?(coder: NSCoder) {
        guard let wheelchairUse = HKWheelchairUse(characteristicIn: coder) else { return nil }
        self.init(wheelchairUse)
    }

    /// Archives the number.
    public func encode(with coder: NSCoder) {
        wheelchairUse.encodeCharacteristic(with: coder)
    }

    /// The object itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}
