// Names for Double, as in Core Location.

/// An angle in degrees.
public typealias CLLocationDegrees = Double
/// A length in metres.
public typealias CLLocationDistance = Double
/// The accuracy of a position in metres; negative if unknown.
public typealias CLLocationAccuracy = Double
/// Metres per second; negative when it is not known.
public typealias CLLocationSpeed = Double
/// The accuracy of a speed in metres per second; negative if unknown.
public typealias CLLocationSpeedAccuracy = Double
/// A direction in degrees from true north, clockwise; negative when it is not known.
public typealias CLLocationDirection = Double
/// The accuracy of a direction in degrees; negative if unknown.
public typealias CLLocationDirectionAccuracy = Double

/// A place on the earth.
public struct CLLocationCoordinate2D: Sendable {
    /// Degrees north of the equator, -90 to 90.
    public var latitude: CLLocationDegrees
    /// Degrees east of Greenwich, -180 to 180.
    public var longitude: CLLocationDegrees

    /// The point on the equator at the meridian of Greenwich.
    public init() {
        self.init(latitude: 0, longitude: 0)
    }

    /// The place with this latitude and longitude.
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// A coordinate that is not valid: the place is not known.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)

/// Whether a coordinate is a place on the earth.
public func CLLocationCoordinate2DIsValid(_ coordinate: CLLocationCoordinate2D) -> Bool {
    abs(coordinate.latitude) <= 90 && abs(coordinate.longitude) <= 180
}

/// The place with this latitude and longitude.
public func CLLocationCoordinate2DMake(
    _ latitude: CLLocationDegrees,
    _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
}
