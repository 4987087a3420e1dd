import HearthModel

/// Reads the file of a route.
enum RouteFile {
    /// The route of a GPX file. Throws if it cannot be read.
    static func columns(_ file: any ByteSource) throws(WorkoutFileError) -> Result<RouteColumns, HealthOmission> {
        let root = RootHandler()
        var locations: [RecordedLocation] = []
        var bytes = try file.next()
        let parser = XMLEncoding.parser(of: bytes, root)
        while true {
            if bytes.isEmpty {
                try parser.finish()
            } else {
                try parser.push(bytes.span.bytes)
            }
            for workout in root.takeWorkouts() {
                locations += workout.locations
            }
            guard locations.count <= Limits.standard.seriesPoints else { return .failure(HealthOmission(.tooLarge)) }
            guard !bytes.isEmpty else { break }
            bytes = try file.next()
        }
        guard let columns = RouteColumns(locations) else { return .failure(HealthOmission(.empty)) }
        return .success(columns)
    }
}

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
}
