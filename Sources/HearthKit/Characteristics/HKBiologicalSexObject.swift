public import Foundation

/// The biological sex of a person, as stored.
///
/// `@unchecked Sendable`: `NSObject` does not declare it on Linux; the class is immutable.
open class HKBiologicalSexObject: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    /// The value in the store.
    open private(set) var biologicalSex: HKBiologicalSex

    /// The object as it is where nothing is known.
    override public init() {
        biologicalSex = .notSet
    }

    init(_ biologicalSex: HKBiologicalSex) {
        self.biologicalSex = biologicalSex
    }

    override open func isEqual(_ object: Any?) -> Bool {
        (object as? HKBiologicalSexObject)?.biologicalSex == biologicalSex
    }

    override open var hash: Int { biologicalSex.hashValue }

    // MARK: - Copying and archives

    /// Archives hold the number only.
    open class var supportsSecureCoding: Bool { true }

    /// The value in an archive; nil: this version does not know its number.
    public required init?(coder: NSCoder) {
        guard let biologicalSex = HKBiologicalSex(characteristicIn: coder) else { return nil }
        self.biologicalSex = biologicalSex
    }

    /// Archives the number.
    open func encode(with coder: NSCoder) {
        biologicalSex.encodeCharacteristic(with: coder)
    }

    /// The object itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}
