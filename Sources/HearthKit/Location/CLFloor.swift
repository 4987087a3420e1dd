public import Foundation

/// A storey of a building.
///
/// `@unchecked Sendable`: `NSObject` does not declare it on Linux; the class is immutable.
open class CLFloor: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    /// The storey: 0 is the ground floor.
    open private(set) var level: Int

    init(level: Int) {
        self.level = level
    }

    override open func isEqual(_ object: Any?) -> Bool {
        (object as? CLFloor)?.level == level
    }

    override open var hash: Int { level.hashValue }

    // MARK: - Copying and archives

    /// Archives hold a number only.
    open class var supportsSecureCoding: Bool { true }

    private static let levelKey = "level"

    /// The storey in an archive; nil: the archive holds something else.
    public required init?(coder: NSCoder) {
        guard coder.containsValue(forKey: CLFloor.levelKey) else { return nil }
        level = coder.decodeInteger(forKey: CLFloor.levelKey)
    }

    /// Archives the number of the storey.
    open func encode(with coder: NSCoder) {
        coder.encode(level, forKey: CLFloor.levelKey)
    }

    /// The floor itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}
