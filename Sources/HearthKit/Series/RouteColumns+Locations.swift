internal import Foundation
internal import HearthModel

// A missing column means "unknown", which a location expresses by certain numbers. A column is left out only if all
// locations have exactly the numbers below, so that every location is read back bit for bit.
extension RouteColumns {
    /// The numbers of a location where a column is missing.
    private enum Unknown {
        static let altitude = 0.0
        static let horizontalAccuracy = 0.0
        static let negative = -1.0
    }

    /// The columns of one route with these locations, which must be sorted by time.
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
    /// The column; empty if every number means "unknown".
    fileprivate func known(unless unknown: Double) -> [Double] {
        allSatisfy { $0.bitPattern == unknown.bitPattern } ? [] : self
    }
}
