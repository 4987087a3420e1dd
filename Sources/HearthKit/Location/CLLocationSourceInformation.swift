public import Foundation

/// The source of a location.
///
/// `@unchecked Sendable`: `NSObject` does not declare it on Linux; the class is immutable.
open class CLLocationSourceInformation: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    /// Whether software made the location up.
    open private(set) var isSimulatedBySoftware: Bool
    /// Whether an accessory measured the location.
    open private(set) var isProducedByAccessory: Bool

    /// The source of a location.
    public init(softwareSimulationState isSoftware: Bool, andExternalAccessoryState isAccessory: Bool) {
        isSimulatedBySoftware = isSoftware
        isProducedByAccessory = isAccessory
    }

    override open func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CLLocationSourceInformation else { return false }
        return isSimulatedBySoftware == other.isSimulatedBySoftware
            && isProducedByAccessory == other.isProducedByAccessory
    }

    override open var hash: Int { [isSimulatedBySoftware, isProducedByAccessory].hashValue }

    // MARK: - Copying and archives

    /// Archives hold two truth values only.
    open class var supportsSecureCoding: Bool { true }

    private static let softwareKey = "simulatedBySoftware"
    private static let accessoryKey = "producedByAccessory"

    /// The source in an archive; nil: the archive holds something else.
    public required init?(coder: NSCoder) {
        guard coder.containsValue(forKey: CLLocationSourceInformation.softwareKey),
            coder.containsValue(forKey: CLLocationSourceInformation.accessoryKey)
        else { return nil }
        isSimulatedBySoftware = coder.decodeBool(forKey: CLLocationSourceInformation.softwareKey)
        isProducedByAccessory = coder.decodeBool(forKey: CLLocationSourceInformation.accessoryKey)
    }

    /// Archives both.
    open func encode(with coder: NSCoder) {
        coder.encode(isSimulatedBySoftware, forKey: CLLocationSourceInformation.softwareKey)
        coder.encode(isProducedByAccessory, forKey: CLLocationSourceInformation.accessoryKey)
    }

    /// The information itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}
