public import Foundation

/// The position and movement of something at a moment, with the accuracy of each number.
///
/// `@unchecked Sendable`: `NSObject` does not declare it on Linux; the class is immutable.
open class CLLocation: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    private let fix: LocationFix

    /// The place.
    open var coordinate: CLLocationCoordinate2D { fix.coordinate }
    /// Metres above the sea.
    open var altitude: CLLocationDistance { fix.altitude }
    /// The radius around the coordinate in which the place is, in metres; negative when the coordinate is not valid.
    open var horizontalAccuracy: CLLocationAccuracy { fix.horizontalAccuracy }
    /// How far off the altitude may be, in metres; 0 or less when the altitude is not valid.
    open var verticalAccuracy: CLLocationAccuracy { fix.verticalAccuracy }
    /// The direction of the movement; negative if unknown.
    open var course: CLLocationDirection { fix.course }
    /// How far off the course may be; negative when the course is not valid.
    open var courseAccuracy: CLLocationDirectionAccuracy { fix.courseAccuracy }
    /// The speed of the movement; negative if unknown.
    open var speed: CLLocationSpeed { fix.speed }
    /// How far off the speed may be; negative when the speed is not valid.
    open var speedAccuracy: CLLocationSpeedAccuracy { fix.speedAccuracy }
    /// When it was there.
    open var timestamp: Date { fix.timestamp }

    /// The storey of the building: always nil on Linux.
    open var floor: CLFloor? { nil }
    /// The source of the location; nil if unknown. Routes in the store do not keep it.
    open var sourceInformation: CLLocationSourceInformation? { fix.sourceInformation }

    /// A location with all properties and its source.
    public init(
        coordinate: CLLocationCoordinate2D,
        altitude: CLLocationDistance,
        horizontalAccuracy: CLLocationAccuracy,
        verticalAccuracy: CLLocationAccuracy,
        course: CLLocationDirection,
        courseAccuracy: CLLocationDirectionAccuracy,
        speed: CLLocationSpeed,
        speedAccuracy: CLLocationSpeedAccuracy,
        timestamp: Date,
        sourceInfo: CLLocationSourceInformation
    ) {
        fix = LocationFix(
            coordinate: coordinate,
            altitude: altitude,
            horizontalAccuracy: horizontalAccuracy,
            verticalAccuracy: verticalAccuracy,
            course: course,
            courseAccuracy: courseAccuracy,
            speed: speed,
            speedAccuracy: speedAccuracy,
            timestamp: timestamp,
            sourceInformation: sourceInfo
        )
    }

    /// A location with all properties.
    public init(
        coordinate: CLLocationCoordinate2D,
        altitude: CLLocationDistance,
        horizontalAccuracy: CLLocationAccuracy,
        verticalAccuracy: CLLocationAccuracy,
        course: CLLocationDirection,
        courseAccuracy: CLLocationDirectionAccuracy,
        speed: CLLocationSpeed,
        speedAccuracy: CLLocationSpeedAccuracy,
        timestamp: Date
    ) {
        fix = LocationFix(
            coordinate: coordinate,
            altitude: altitude,
            horizontalAccuracy: horizontalAccuracy,
            verticalAccuracy: verticalAccuracy,
            course: course,
            courseAccuracy: courseAccuracy,
            speed: speed,
            speedAccuracy: speedAccuracy,
            timestamp: timestamp
        )
    }

    /// A location with its movement, whose accuracy is not known.
    public init(
        coordinate: CLLocationCoordinate2D,
        altitude: CLLocationDistance,
        horizontalAccuracy: CLLocationAccuracy,
        verticalAccuracy: CLLocationAccuracy,
        course: CLLocationDirection,
        speed: CLLocationSpeed,
        timestamp: Date
    ) {
        fix = LocationFix(
            coordinate: coordinate,
            altitude: altitude,
            horizontalAccuracy: horizontalAccuracy,
            verticalAccuracy: verticalAccuracy,
            course: course,
            speed: speed,
            timestamp: timestamp
        )
    }

    /// A location without a known movement.
    public init(
        coordinate: CLLocationCoordinate2D,
        altitude: CLLocationDistance,
        horizontalAccuracy: CLLocationAccuracy,
        verticalAccuracy: CLLocationAccuracy,
        timestamp: Date
    ) {
        fix = LocationFix(
            coordinate: coordinate,
            altitude: altitude,
            horizontalAccuracy: horizontalAccuracy,
            verticalAccuracy: verticalAccuracy,
            timestamp: timestamp
        )
    }

    /// A position now, without other properties.
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        fix = LocationFix(
            coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
            altitude: 0,
            horizontalAccuracy: 0,
            verticalAccuracy: -1,
            timestamp: Date()
        )
    }

    /// The shortest distance along the earth's surface in metres, on a sphere of its mean radius, accurate to half a
    /// per cent. Altitudes are ignored.
    open func distance(from location: CLLocation) -> CLLocationDistance {
        let (here, there) = (coordinate, location.coordinate)
        let latitudes = sinOfHalf(here.latitude - there.latitude)
        let longitudes = sinOfHalf(here.longitude - there.longitude)
        let chord =
            latitudes * latitudes + longitudes * longitudes * cosine(here.latitude) * cosine(there.latitude)
        // Between opposite points the rounded chord can be a little longer than any chord is.
        return 2 * meanRadius * asin(min(chord.squareRoot(), 1))
    }

    override open var description: String {
        "<\(coordinate.latitude),\(coordinate.longitude)> +/- \(horizontalAccuracy)m"
            + " (speed \(speed) mps / course \(course)) @ \(timestamp)"
    }

    // MARK: - Copying and archives

    private static let sourceKey = "sourceInformation"

    /// Archives the numbers, and the source if known.
    open class var supportsSecureCoding: Bool { true }

    /// The location in an archive.
    public required init?(coder: NSCoder) {
        guard ArchiveKey.allCases.allSatisfy({ coder.containsValue(forKey: $0.rawValue) }) else { return nil }
        let number = { (key: ArchiveKey) in coder.decodeDouble(forKey: key.rawValue) }
        fix = LocationFix(
            coordinate: CLLocationCoordinate2D(latitude: number(.latitude), longitude: number(.longitude)),
            altitude: number(.altitude),
            horizontalAccuracy: number(.horizontalAccuracy),
            verticalAccuracy: number(.verticalAccuracy),
            course: number(.course),
            courseAccuracy: number(.courseAccuracy),
            speed: number(.speed),
            speedAccuracy: number(.speedAccuracy),
            timestamp: Date(timeIntervalSinceReferenceDate: number(.timestamp)),
            sourceInformation: coder.containsValue(forKey: CLLocation.sourceKey)
                ? coder.decodeObject(of: CLLocationSourceInformation.self, forKey: CLLocation.sourceKey) : nil
        )
    }

    /// Archives the location number by number.
    open func encode(with coder: NSCoder) {
        let numbers: [(Double, ArchiveKey)] = [
            (coordinate.latitude, .latitude), (coordinate.longitude, .longitude), (altitude, .altitude),
            (horizontalAccuracy, .horizontalAccuracy), (verticalAccuracy, .verticalAccuracy), (course, .course),
            (courseAccuracy, .courseAccuracy), (speed, .speed), (speedAccuracy, .speedAccuracy),
            (timestamp.timeIntervalSinceReferenceDate, .timestamp),
        ]
        for (number, key) in numbers {
            coder.encode(number, forKey: key.rawValue)
        }
        if let sourceInformation {
            coder.encode(sourceInformation, forKey: CLLocation.sourceKey)
        }
    }

    /// The location itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

private enum ArchiveKey: String, CaseIterable {
    case latitude, longitude, altitude, horizontalAccuracy, verticalAccuracy, course, courseAccuracy, speed
    case speedAccuracy, timestamp
}

/// Metres.
private let meanRadius = 6_371_008.8

private func cosine(_ degrees: Double) -> Double {
    cos(degrees * .pi / 180)
}

private func sinOfHalf(_ degrees: Double) -> Double {
    sin(degrees * .pi / 360)
}
