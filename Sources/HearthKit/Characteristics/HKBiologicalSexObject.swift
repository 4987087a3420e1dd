public import Foundation

/// The biological sex of a person, as the store says it.
///
/// `@unchecked Sendable`: `NSObject` says nothing about it on Linux; nothing here ever changes.
public final class HKBiologicalSexObject: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    /// What the store says.
    public let biologicalSex: HKBiologicalSex

    init(_ biologicalSex: HKBiologicalSex) {
        self.biologicalSex = biologicalSex
    }

    override public func isEqual(_ object: Any?) -> Bool {
        (object as? HKBiologicalSexObject)?.biologicalSex == biologicalSex
    }

    override public var hash: Int { biologicalSex.hashValue }

    // MARK: - Copying and archives

    /// Archives hold the number only.
    public static var supportsSecureCoding: Bool { true }

    /// What an archive says; nil when this version does not know the number there.
    public convenience init?(coder: NSCoder) {
        guard let biologicalSex = HKBiologicalSex(characteristicIn: coder) else { return nil }
        self.init(biologicalSex)
    }

    /// Archives the number.
    public func encode(with coder: NSCoder) {
        biologicalSex.encodeCharacteristic(with: coder)
    }

    /// The object itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}
