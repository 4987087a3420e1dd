public import Foundation

/// The type of a person's skin on the Fitzpatrick scale, as the store says it.
///
/// `@unchecked Sendable`: `NSObject` says nothing about it on Linux; nothing here ever changes.
open class HKFitzpatrickSkinTypeObject: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    /// What the store says.
    open private(set) var skinType: HKFitzpatrickSkinType

    /// The object as it is where nothing is known.
    override public init() {
        skinType = .notSet
    }

    init(_ skinType: HKFitzpatrickSkinType) {
        self.skinType = skinType
    }

    override open func isEqual(_ object: Any?) -> Bool {
        (object as? HKFitzpatrickSkinTypeObject)?.skinType == skinType
    }

    override open var hash: Int { skinType.hashValue }

    // MARK: - Copying and archives

    /// Archives hold the number only.
    open class var supportsSecureCoding: Bool { true }

    /// What an archive says; nil when this version does not know the number there.
    public required init?(coder: NSCoder) {
        guard let skinType = HKFitzpatrickSkinType(characteristicIn: coder) else { return nil }
        self.skinType = skinType
    }

    /// Archives the number.
    open func encode(with coder: NSCoder) {
        skinType.encodeCharacteristic(with: coder)
    }

    /// The object itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}
