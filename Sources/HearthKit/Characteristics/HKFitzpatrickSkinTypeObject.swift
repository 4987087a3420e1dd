public import Foundation

/// The type of a person's skin on the Fitzpatrick scale, as stored.
///
/// `@unchecked Sendable`: `NSObject` does not declare it on Linux; the class is immutable.
open class HKFitzpatrickSkinTypeObject: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    /// The value in the store.
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

    /// The value in an archive; nil: this version does not know its number.
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
