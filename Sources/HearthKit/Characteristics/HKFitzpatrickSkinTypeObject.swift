public import Foundation

/// The type of a person's skin on the Fitzpatrick scale, as the store says it.
///
/// `@unchecked Sendable`: `NSObject` says nothing about it on Linux; nothing here ever changes.
public final class HKFitzpatrickSkinTypeObject: NSObject, @unchecked Sendable {
    /// What the store says.
    public let skinType: HKFitzpatrickSkinType

    init(_ skinType: HKFitzpatrickSkinType) {
        self.skinType = skinType
    }
}
