public import Foundation
internal import HearthModel

/// A version of an app that saves objects, and where it ran.
///
/// `@unchecked Sendable`: `NSObject` says nothing about it on Linux; nothing here ever changes.
public final class HKSourceRevision: NSObject, @unchecked Sendable {
    /// The app.
    public let source: HKSource
    /// The app's version.
    public let version: String?
    /// The machine's model.
    public let productType: String?
    let system: HearthModel.OperatingSystemVersion?

    init(source: HKSource, version: String?, productType: String?, system: HearthModel.OperatingSystemVersion?) {
        self.source = source
        self.version = version
        self.productType = productType
        self.system = system
    }

    /// The system's version; zeros when it is not known.
    public var operatingSystemVersion: Foundation.OperatingSystemVersion {
        Foundation.OperatingSystemVersion(
            majorVersion: Int(system?.major ?? 0),
            minorVersion: Int(system?.minor ?? 0),
            patchVersion: Int(system?.patch ?? 0)
        )
    }

    override public func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKSourceRevision else { return false }
        return source == other.source && version == other.version && productType == other.productType
            && system == other.system
    }

    override public var hash: Int { source.hash }
}
