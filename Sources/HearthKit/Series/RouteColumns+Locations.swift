internal import Foundation
internal import HearthModel

// A column that is left out says "not known", which a location says with certain numbers. A column is left out when all
// its locations say so with exactly the numbers that stand for it here, so that every location comes back bit for bit.
extension RouteColumns {
    /// What a location has where a column is left out.
    private enum Unknown {
        static let altitude = 0.0
        static let horizontalAccuracy = 0.0
        static let negative = -1.0
    }

    /// The columns of one route with these locations, which are in the order of time.
    init(locations: [CLLocation]) throws(HearthError) {
        self.init(
            lengths: [UInt32(clamping: locations.count)],
            timestamps: locations.map { Timestamp(clamping: $0.timestamp) },
            latitudes: locations.map(\.coordinate.latitude),
            longitudes: locations.map(\.coordinate.longitude),
            horizontalAccuracies: locations.map(\.horizontalAccuracy).known(unless: Unknown.horizontalAccuracy),
            verticalAccuracies: locations.map(\.verticalAccuracy).known(unless: Unknown.negative),
            speeds: locations.map(\.speed).known(unless: Unknown.negative),
            courses: locations.map(\.course).known(unless: Unknown.negative),
            speedAccuracies: locations.map(\.speedAccuracy).known(unless: Unknown.negative),
            courseAccuracies: locations.map(\.courseAccuracy).known(unless: Unknown.negative)
        )
        // An altitude of 0 with an accuracy is known to be 0.
        let all = locations.map(\.altitude)
        altitudes = verticalAccuracies.isEmpty ? all.known(unless: Unknown.altitude) : all
        for (row, location) in locations.enumerated() {
            try locating("locations[\(row)]", location.validate())
        }
    }

    /// The locations of a route.
    func locations(_ row: Int) -> [CLLocation] {
        guard !lengths.isEmpty else { return [] }
        let first = lengths.prefix(row).reduce(0) { $0 + Int($1) }
        return (first..<first + Int(lengths[row])).map(location)
    }

    private func location(_ index: Int) -> CLLocation {
        let number = { (column: [Double], unknown: Double) in column.isEmpty ? unknown : column[index] }
        return CLLocation(
            coordinate: CLLocationCoordinate2D(latitude: latitudes[index], longitude: longitudes[index]),
            altitude: number(altitudes, Unknown.altitude),
            horizontalAccuracy: number(horizontalAccuracies, Unknown.horizontalAccuracy),
            verticalAccuracy: number(verticalAccuracies, Unknown.negative),
            course: number(courses, Unknown.negative),
            courseAccuracy: number(courseAccuracies, Unknown.negative),
            speed: number(speeds, Unknown.negative),
            speedAccuracy: number(speedAccuracies, Unknown.negative),
            timestamp: timestamps[index].date
        )
    }
}

extension [Double] {
    /// The column, or nothing when every number is the one that stands for "not known".
    fileprivate func known(unless unknown: Double) -> [Double] {
        allSatisfy { $0.bitPattern == unknown.bitPattern } ? [] : self
    }
}

extension CLLocation {
    /// Checks that the store can hold the location.
    func validate() throws(HearthError) {
        guard CLLocationCoordinate2DIsValid(coordinate) else {
            throw HearthError(.valueOutOfRange, "the coordinate is not a place on the earth", field: "coordinate")
        }
        guard Timestamp(clamping: timestamp).isValid else {
            throw HearthError(.valueOutOfRange, "the time is outside 1900-01-01 to 2150-01-01", field: "timestamp")
        }
        let numbers = [
            altitude, horizontalAccuracy, verticalAccuracy, course, courseAccuracy, speed, speedAccuracy,
        ]
        guard numbers.allSatisfy(\.isFinite) else {
            throw HearthError(.valueOutOfRange, "a number of the location is not finite")
        }
    }
}
