public import Foundation

/// How a person's activity is counted, as the store says it.
///
/// `@unchecked Sendable`: `NSObject` says nothing about it on Linux; nothing here ever changes.
public final class HKActivityMoveModeObject: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    /// What the store says.
    public let activityMoveMode: HKActivityMoveMode

    init(_ activityMoveMode: HKActivityMoveMode) {
        self.activityMoveMode = activityMoveMode
    }

    override public func isEqual(_ object: Any?) -> Bool {
        (object as? HKActivityMoveModeObject)?.activityMoveMode == activityMoveMode
    }

    override public var hash: Int { activityMoveMode.hashValue }

    // MARK: - Copying and archives

    /// Archives hold the number only.
    public static var supportsSecureCoding: Bool { true }

    /// What an archive says; nil when this version does not know the number there.
    public convenience init?(coder: NSCoder) {
        guard let activityMoveMode = HKActivityMoveMode(characteristicIn: coder) else { return nil }
        self.init(activityMoveMode)
    }

    /// Archives the number.
    public func encode(with coder: NSCoder) {
        activityMoveMode.encodeCharacteristic(with: coder)
    }

    /// The object itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}
