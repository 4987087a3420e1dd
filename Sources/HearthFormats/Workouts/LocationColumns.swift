public import Foundation

/// A route as columns: the times, the latitudes and so on, each in one array.
///
/// It is also a collection of ``RecordedLocation``. With it an `HKWorkoutRouteBuilder` gets a route:
///
/// ```swift
/// try await builder.insertRouteData(workout.locations.map { location in
///     CLLocation(
///         coordinate: CLLocationCoordinate2D(latitude: location.latitude, longitude: location.longitude),
///         altitude: location.altitude ?? 0,
///         horizontalAccuracy: location.horizontalAccuracy ?? 0,
///         verticalAccuracy: location.verticalAccuracy ?? (location.altitude == nil ? -1 : 0),
///         course: location.course ?? -1,
///         speed: location.speed ?? -1,
///         timestamp: location.time
///     )
/// })
/// ```
public struct LocationColumns: Sendable {
    /// When each place was reached.
    public private(set) var times: [Date] = []
    /// Degrees, -90 to 90.
    public private(set) var latitudes: [Double] = []
    /// Degrees, -180 to 180.
    public private(set) var longitudes: [Double] = []

    private var optionalAltitudes = OptionalColumn()
    private var optionalSpeeds = OptionalColumn()
    private var optionalCourses = OptionalColumn()
    private var optionalHorizontalAccuracies = OptionalColumn()
    private var optionalVerticalAccuracies = OptionalColumn()

    /// No locations.
    public init() {}

    /// Metres above sea level. Empty: no location has one. NaN: this location has none.
    public var altitudes: [Double] { optionalAltitudes.values }
    /// Metres a second. Empty: no location has one. NaN: this location has none.
    public var speeds: [Double] { optionalSpeeds.values }
    /// Degrees clockwise from north. Empty: no location has one. NaN: this location has none.
    public var courses: [Double] { optionalCourses.values }
    /// Metres. Empty: no location has one. NaN: this location has none.
    public var horizontalAccuracies: [Double] { optionalHorizontalAccuracies.values }
    /// Metres. Empty: no location has one. NaN: this location has none.
    public var verticalAccuracies: [Double] { optionalVerticalAccuracies.values }

    /// Adds a location behind the others.
    public mutating func append(_ location: RecordedLocation) {
        let row = times.count
        times.append(location.time)
        latitudes.append(location.latitude)
        longitudes.append(location.longitude)
        optionalAltitudes.append(location.altitude, row: row)
        optionalSpeeds.append(location.speed, row: row)
        optionalCourses.append(location.course, row: row)
        optionalHorizontalAccuracies.append(location.horizontalAccuracy, row: row)
        optionalVerticalAccuracies.append(location.verticalAccuracy, row: row)
    }
}

extension LocationColumns {
    /// The locations from `start` to before `end`, of columns that are sorted by time.
    func part(from start: Date, to end: Date) -> LocationColumns {
        var part = LocationColumns()
        for row in rowsOfSorted(times, from: start, to: end) {
            part.append(self[row])
        }
        return part
    }

    mutating func sort() {
        var sorted = LocationColumns()
        for row in orderByTime(times) {
            sorted.append(self[row])
        }
        self = sorted
    }
}

extension LocationColumns: RandomAccessCollection {
    /// The position of the first location.
    public var startIndex: Int { 0 }
    /// The position after the last location.
    public var endIndex: Int { times.count }

    /// A location.
    public subscript(row: Int) -> RecordedLocation {
        var location = RecordedLocation(time: times[row], latitude: latitudes[row], longitude: longitudes[row])
        location.altitude = optionalAltitudes[row]
        location.speed = optionalSpeeds[row]
        location.course = optionalCourses[row]
        location.horizontalAccuracy = optionalHorizontalAccuracies[row]
        location.verticalAccuracy = optionalVerticalAccuracies[row]
        return location
    }
}

extension LocationColumns: Hashable {
    /// Whether both have the same locations.
    public static func == (left: LocationColumns, right: LocationColumns) -> Bool {
        left.elementsEqual(right)
    }

    /// Hashes the times, which tell routes apart.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(times)
    }
}
