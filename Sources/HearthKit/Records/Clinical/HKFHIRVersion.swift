public import Foundation
internal import HearthModel

/// A version of FHIR.
///
/// `@unchecked Sendable`: `NSObject` does not declare it on Linux; the class is immutable.
open class HKFHIRVersion: NSObject, NSCopying, @unchecked Sendable {
    /// 4 in 4.0.1.
    open private(set) var majorVersion: Int
    /// 0 in 4.0.1.
    open private(set) var minorVersion: Int
    /// 1 in 4.0.1.
    open private(set) var patchVersion: Int

    private init(_ major: Int, _ minor: Int, _ patch: Int) {
        majorVersion = major
        minorVersion = minor
        patchVersion = patch
    }

    /// The version with a text such as `4.0.1`.
    public convenience init(fromVersionString versionString: String) throws {
        let parts = versionString.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 3, let major = parts[0], let minor = parts[1], let patch = parts[2],
            [major, minor, patch].allSatisfy({ $0 >= 0 })
        else { throw HKError(.invalidArgument, "A version of FHIR has three numbers, such as 4.0.1.") }
        self.init(major, minor, patch)
    }

    /// The version of DSTU2 that clinics use most: 1.0.2.
    open class func primaryDSTU2() -> HKFHIRVersion { HKFHIRVersion(1, 0, 2) }

    /// The version of R4 that clinics use most: 4.0.1.
    open class func primaryR4() -> HKFHIRVersion { HKFHIRVersion(4, 0, 1) }

    /// The release that the version belongs to.
    open var fhirRelease: HKFHIRRelease {
        switch majorVersion {
        case 1: .dstu2
        case 4: .r4
        default: .unknown
        }
    }

    /// The version as a text: `4.0.1`.
    open var stringRepresentation: String { "\(majorVersion).\(minorVersion).\(patchVersion)" }

    override open func isEqual(_ object: Any?) -> Bool {
        (object as? HKFHIRVersion)?.stringRepresentation == stringRepresentation
    }

    override open var hash: Int { stringRepresentation.hashValue }

    override open var description: String { stringRepresentation }

    /// The version itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// A release of FHIR.
public struct HKFHIRRelease: RawRepresentable, Hashable, Sendable {
    /// The release's name.
    public let rawValue: String

    /// A release with a name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// DSTU2.
    public static let dstu2 = Self(rawValue: "DSTU2")
    /// R4.
    public static let r4 = Self(rawValue: "R4")
    /// A release that this version does not know.
    public static let unknown = Self(rawValue: "Unknown")
}
