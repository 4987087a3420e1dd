public import Foundation

/// The blood type of a person, as the store says it.
///
/// `@unchecked Sendable`: `NSObject` says nothing about it on Linux; nothing here ever changes.
public final class HKBloodTypeObject: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    /// What the store says.
    public let bloodType: HKBloodType

    init(_ bloodType: HKBloodType) {
        self.bloodType = bloodType
    }

    override public func isEqual(_ object: Any?) -> Bool {
        (object as? HKBloodTypeObject)?.bloodType == bloodType
    }

    override public var hash: Int { bloodType.hashValue }

    // MARK: - Copying and archives

    /// Archives hold the number only.
    public static var supportsSecureCoding: Bool { true }

    /// What an archive says; nil when this version does not know the number there.
    public convenience init?(coder: NSCoder) {
        guard let bloodType = HKBloodType(characteristicIn: coder) else { return nil }
        self.init(bloodType)
    }

    /// Archives the number.
    public func encode(with coder: NSCoder) {
        bloodType.encodeCharacteristic(with: coder)
    }

    /// The object itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}
