public import Foundation

/// A location on a route, like a `CLLocation`. A value is nil if the file does not contain it.
public struct RecordedLocation: Hashable, Sendable {
    /// When it was reached.
    public var time: Date
    /// Degrees, -90 to 90.
    public var latitude: Double
    /// Degrees, -180 to 180.
    public var longitude: Double
    /// Metres above sea level.
    public var altitude: Double?
    /// Metres a second.
    public var speed: Double?
    /// Degrees clockwise from north.
    public var course: Double?
    /// Metres.
    public var horizontalAccuracy: Double?
    /// Metres.
    public var verticalAccuracy: Double?

    /// A place at a time.
    public init(time: Date, latitude: Double, longitude: Double) {
        self.time = time
        self.latitude = latitude
        self.longitude = longitude
    }
}
