/// The ends of routes, which tell where people live.
package enum RouteEnds {
    /// The locations without those of the first and the last metres of the way.
    package static func trimmed(_ locations: LocationColumns, by metres: Double) -> LocationColumns {
        let start = count(locations, by: metres)
        let end = count(locations.reversed(), by: metres)
        var trimmed = LocationColumns()
        for location in locations.dropFirst(start).dropLast(end) {
            trimmed.append(location)
        }
        return trimmed
    }

    /// The number of locations within the first metres of the way.
    private static func count(_ locations: some Collection<RecordedLocation>, by metres: Double) -> Int {
        var way = 0.0
        var count = 0
        var last: RecordedLocation?
        for location in locations {
            way += last.map { greatCircleMetres($0, location) } ?? 0
            guard way < metres else { return count }
            last = location
            count += 1
        }
        return count
    }
}
