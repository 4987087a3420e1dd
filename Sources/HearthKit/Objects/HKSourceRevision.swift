public import Foundation
internal import HearthModel

/// In a source revision of a predicate: any version of the app.
public let HKSourceRevisionAnyVersion = "HKSourceRevisionAnyVersion"

/// In a source revision of a predicate: any model of the machine.
public let HKSourceRevisionAnyProductType = "HKSourceRevisionAnyProductType"

/// In a source revision of a predicate: any version of the system.
public let HKSourceRevisionAnyOperatingSystem = Foundation.OperatingSystemVersion(
    majorVersion: -1,
    minorVersion: -1,
    patchVersion: -1
)

/// A version of an app that saves objects, and the machine on which it ran.
///
/// `@unchecked Sendable`: `NSObject` does not declare it on Linux; the class is immutable.
open class HKSourceRevision: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    /// The app.
    open private(set) var source: HKSource
    /// The app's version.
    open private(set) var version: String?
    /// The machine's model.
    open private(set) var productType: String?
    /// The system's version; nil when it is not known.
    let system: System?

    /// A system's version as an app gave it: any whole numbers.
    struct System: Hashable, Sendable {
        var major: Int
        var minor: Int
        var patch: Int
    }

    init(source: HKSource, version: String?, productType: String?, system: System?) {
        self.source = source
        self.version = version
        self.productType = productType
        self.system = system
    }

    /// A version of an app, wherever it ran; for predicates.
    public init(source: HKSource, version: String?) {
        self.source = source
        self.version = version
        productType = HKSourceRevisionAnyProductType
        system = System(HKSourceRevisionAnyOperatingSystem)
    }

    /// A version of an app on some machine and system.
    public init(
        source: HKSource,
        version: String?,
        productType: String?,
        operatingSystemVersion: Foundation.OperatingSystemVersion
    ) {
        self.source = source
        self.version = version
        self.productType = productType
        system = System(operatingSystemVersion)
    }

    /// The system's version; zeros when it is not known.
    open var operatingSystemVersion: Foundation.OperatingSystemVersion {
        Foundation.OperatingSystemVersion(
            majorVersion: system?.major ?? 0,
            minorVersion: system?.minor ?? 0,
            patchVersion: system?.patch ?? 0
        )
    }

    override open func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKSourceRevision else { return false }
        return source == other.source && version == other.version && productType == other.productType
            && system == other.system
    }

    override open var hash: Int { source.hash }

    override open var description: String {
        var text = source.description
        if let version { text += " \(version)" }
        if let productType { text += ", \(productType)" }
        if let system { text += " \(system.major).\(system.minor).\(system.patch)" }
        return text
    }

    // MARK: - Copying and archives

    /// An archive holds only the parts.
    open class var supportsSecureCoding: Bool { true }

    private static let sourceKey = "source"
    private static let versionKey = "version"
    private static let productTypeKey = "productType"
    private static let systemKeys = ["major", "minor", "patch"]

    /// The source revision in an archive; nil: the archive holds something else.
    public required init?(coder: NSCoder) {
        guard let source = coder.decodeObject(of: HKSource.self, forKey: HKSourceRevision.sourceKey) else { return nil }
        let keys = HKSourceRevision.systemKeys
        let numbers = keys.filter(coder.containsValue).map(coder.decodeInteger)
        self.source = source
        version = coder.decodeObject(of: NSString.self, forKey: HKSourceRevision.versionKey) as? String
        productType = coder.decodeObject(of: NSString.self, forKey: HKSourceRevision.productTypeKey) as? String
        system = numbers.count < keys.count ? nil : System(major: numbers[0], minor: numbers[1], patch: numbers[2])
    }

    /// Archives the parts that are known.
    open func encode(with coder: NSCoder) {
        coder.encode(source, forKey: HKSourceRevision.sourceKey)
        coder.encode(version as NSString?, forKey: HKSourceRevision.versionKey)
        coder.encode(productType as NSString?, forKey: HKSourceRevision.productTypeKey)
        guard let system else { return }
        for (key, number) in zip(HKSourceRevision.systemKeys, [system.major, system.minor, system.patch]) {
            coder.encode(number, forKey: key)
        }
    }

    /// The source revision itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

extension HKSourceRevision {
    /// The value in the store.
    convenience init(_ provenance: Provenance) {
        // A server stores the source of each object, so an object without a source is the fault of the server.
        let source = provenance.source ?? Source(bundleIdentifier: "", name: "")
        self.init(
            source: HKSource(source),
            version: provenance.version,
            productType: provenance.productType,
            system: provenance.operatingSystemVersion.map(System.init)
        )
    }
}

extension Provenance {
    /// The provenance as the store would send it.
    init(_ origin: ObjectOrigin) {
        let revision = origin.sourceRevision
        self.init(
            source: revision.source.bundleIdentifier.isEmpty ? nil : revision.source.source,
            version: revision.version,
            productType: revision.productType,
            operatingSystemVersion: revision.system.map(\.version),
            device: origin.device?.device
        )
    }
}

extension HKSourceRevision {
    /// The revision as a predicate means it: the constants for "any" match everything.
    var pattern: SourceRevisionPattern {
        SourceRevisionPattern(
            bundleIdentifier: source.bundleIdentifier,
            version: version == HKSourceRevisionAnyVersion ? .any : .exactly(version),
            productType: productType == HKSourceRevisionAnyProductType ? .any : .exactly(productType),
            operatingSystemVersion: system == .any ? .any : .exactly(system.map(\.version))
        )
    }
}

extension HKSourceRevision.System {
    fileprivate static let any = HKSourceRevision.System(HKSourceRevisionAnyOperatingSystem)

    fileprivate init(_ version: Foundation.OperatingSystemVersion) {
        major = version.majorVersion
        minor = version.minorVersion
        patch = version.patchVersion
    }

    var version: HearthModel.OperatingSystemVersion {
        HearthModel.OperatingSystemVersion(
            major: UInt32(clamping: major),
            minor: UInt32(clamping: minor),
            patch: UInt32(clamping: patch)
        )
    }

    init(_ version: HearthModel.OperatingSystemVersion) {
        major = Int(version.major)
        minor = Int(version.minor)
        patch = Int(version.patch)
    }
}
