public import Foundation

/// The blood type of a person, as stored.
///
/// `@unchecked Sendable`: `NSObject` does not declare it on Linux; the class is immutable.
open class HKBloodTypeObject: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    /// The value in the store.
    open private(set) var bloodType: HKBloodType

    /// The object as it is where nothing is known.
    override public init() {
        bloodType = .notSet
    }

    init(_ bloodType: HKBloodType) {
        self.bloodType = bloodType
    }

    override open func isEqual(_ object: Any?) -> Bool {
        (object as? HKBloodTypeObject)?.bloodType == bloodType
    }

    override open var hash: Int { bloodType.hashValue }

    // MARK: - Copying and archives

    /// Archives hold the number only.
    open class var supportsSecureCoding: Bool { true }

    /// The value in an archive; nil: this version does not know its number.
    public required init?(coder: NSCoder) {
        guard let bloodType = HKBloodType(characteristicIn: coder) else { return nil }
        self.bloodType = bloodType
    }

    /// Archives the number.
    open func encode(with coder: NSCoder) {
        bloodType.encodeCharacteristic(with: coder)
    }

    /// The object itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}
