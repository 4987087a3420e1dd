public import Foundation

/// A component of a magnetic field, in microteslas.
public typealias CLHeadingComponentValue = Double

/// Where the machine points.
///
/// `@unchecked Sendable`: `NSObject` does not declare it on Linux; the class is immutable.
open class CLHeading: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    /// Degrees from magnetic north.
    open private(set) var magneticHeading: CLLocationDirection = -1
    /// Degrees from true north; negative when it is not known.
    open private(set) var trueHeading: CLLocationDirection = -1
    /// How far off the magnetic heading may be, in degrees; negative when it is not valid.
    open private(set) var headingAccuracy: CLLocationDirection = -1
    /// The magnetic field along the first axis.
    open private(set) var x: CLHeadingComponentValue = 0
    /// The magnetic field along the second axis.
    open private(set) var y: CLHeadingComponentValue = 0
    /// The magnetic field along the third axis.
    open private(set) var z: CLHeadingComponentValue = 0
    /// When it was measured.
    open private(set) var timestamp: Date

    /// A heading that is not known.
    override public init() {
        timestamp = Date()
    }

    // MARK: - Copying and archives

    /// Archives hold a number only.
    open class var supportsSecureCoding: Bool { true }

    private static let timeKey = "timestamp"

    /// The heading in an archive; nil: the archive holds something else.
    public required init?(coder: NSCoder) {
        guard coder.containsValue(forKey: CLHeading.timeKey) else { return nil }
        timestamp = Date(timeIntervalSinceReferenceDate: coder.decodeDouble(forKey: CLHeading.timeKey))
    }

    /// Archives when it was measured: no other number is known.
    open func encode(with coder: NSCoder) {
        coder.encode(timestamp.timeIntervalSinceReferenceDate, forKey: CLHeading.timeKey)
    }

    /// The heading itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}
