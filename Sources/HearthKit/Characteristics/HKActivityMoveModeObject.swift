public import Foundation

/// How a person's activity is measured, as stored.
///
/// `@unchecked Sendable`: `NSObject` does not declare it on Linux; the class is immutable.
open class HKActivityMoveModeObject: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    /// The value in the store.
    open private(set) var activityMoveMode: HKActivityMoveMode

    /// The object as it is where nothing is known.
    override public init() {
        activityMoveMode = .activeEnergy
    }

    init(_ activityMoveMode: HKActivityMoveMode) {
        self.activityMoveMode = activityMoveMode
    }

    override open func isEqual(_ object: Any?) -> Bool {
        (object as? HKActivityMoveModeObject)?.activityMoveMode == activityMoveMode
    }

    override open var hash: Int { activityMoveMode.hashValue }

    // MARK: - Copying and archives

    /// Archives hold the number only.
    open class var supportsSecureCoding: Bool { true }

    /// The value in an archive; nil: this version does not know its number.
    public required init?(coder: NSCoder) {
        guard let activityMoveMode = HKActivityMoveMode(characteristicIn: coder) else { return nil }
        self.activityMoveMode = activityMoveMode
    }

    /// Archives the number.
    open func encode(with coder: NSCoder) {
        activityMoveMode.encodeCharacteristic(with: coder)
    }

    /// The object itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}
