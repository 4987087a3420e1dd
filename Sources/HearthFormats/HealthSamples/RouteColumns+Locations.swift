package import HearthModel

extension RouteColumns {
    /// The columns of one route; nil without locations.
    ///
    /// Where only some locations have a value, the others get what Core Location calls invalid: -1. An altitude without
    /// value is 0 with an invalid vertical accuracy.
    init?(_ locations: [RecordedLocation]) {
        let rows = orderByTime(locations.map(\.time)).map { locations[$0] }.compactMap { location in
            Timestamp(location.time).map { ($0, location) }
        }
        guard !rows.isEmpty else { return nil }
        func column(_ value: (RecordedLocation) -> Double?, missing: Double) -> [Double] {
            guard rows.contains(where: { value($0.1) != nil }) else { return [] }
            return rows.map { value($0.1) ?? missing }
        }
        let hasAltitudes = rows.contains { $0.1.altitude != nil }
        let lacksAltitudes = rows.contains { $0.1.altitude == nil }
        self.init(
            lengths: [UInt32(rows.count)],
            timestamps: rows.map(\.0),
            latitudes: rows.map(\.1.latitude),
            longitudes: rows.map(\.1.longitude),
            altitudes: column(\.altitude, missing: 0),
            horizontalAccuracies: column(\.horizontalAccuracy, missing: -1),
            verticalAccuracies: column(
                {
                    hasAltitudes && lacksAltitudes
                        ? ($0.altitude == nil ? -1 : $0.verticalAccuracy ?? 0) : $0.verticalAccuracy
                },
                missing: -1
            ),
            speeds: column(\.speed, missing: -1),
            courses: column(\.course, missing: -1)
        )
    }

    /// A location. A value that Core Location marks as invalid is left out.
    package func location(_ row: Int) -> RecordedLocation {
        var location = RecordedLocation(
            time: timestamps[row].date,
            latitude: latitudes[row],
            longitude: longitudes[row]
        )
        func known(_ column: [Double]) -> Double? {
            column.isEmpty || column[row] < 0 ? nil : column[row]
        }
        location.verticalAccuracy = known(verticalAccuracies)
        let hasAltitude = verticalAccuracies.isEmpty || location.verticalAccuracy != nil
        location.altitude = altitudes.isEmpty || !hasAltitude ? nil : altitudes[row]
        location.horizontalAccuracy = known(horizontalAccuracies)
        location.speed = known(speeds)
        location.course = known(courses)
        return location
    }
}
