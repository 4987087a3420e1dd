public import Foundation

/// The type of a person's skin on the Fitzpatrick scale, as the store says it.
///
/// `@unchecked Sendable`: `NSObject` says nothing about it on Linux; nothing here ever changes.
public final class HKFitzpatrickSkinTypeObject: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    /// What the store says.
    public let skinType: HKFitzpatrickSkinType

    init(_ skinType: HKFitzpatrickSkinType) {
        self.skinType = skinType
    }

    override public func isEqual(_ object: Any?) -> Bool {
        (object as? HKFitzpatrickSkinTypeObject)?.skinType == skinType
    }

    override public var hash: Int { skinType.hashValue }

    // MARK: - Copying and archives

    /// Archives hold the number only.
    public static var supportsSecureCoding: Bool { true }

    /// What an archive says; nil when this version does not know the number there.
    public convenience init?(coder: NSCoder) {
        guard let skinType = HKFitzpatrickSkinType(characteristicIn: coder) else { return nil }
        self.init(skinType)
    }

    /// Archives the number.
    public func encode(with coder: NSCoder) {
        skinType.encodeCharacteristic(with: coder)
    }

    /// The object itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}
