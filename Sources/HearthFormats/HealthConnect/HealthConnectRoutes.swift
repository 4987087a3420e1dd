import HearthModel

/// The routes of exercise sessions, one at a time.
struct HealthConnectRoutes {
    struct Route {
        /// The number of the session.
        let session: Int64
        var locations: [RecordedLocation] = []
        /// More locations than a route may have; the others are left out.
        var isTooLarge = false
    }

    private(set) var invalidLocations = 0
    private var rows: SQLiteRows?
    private var open: Route?

    init(_ file: SQLiteFile) throws(FormatError) {
        let columns = file.tables["exercise_route_table"] ?? []
        guard columns.isSuperset(of: ["parent_key", "timestamp_millis", "latitude", "longitude"]) else { return }
        let others = ["altitude", "horizontal_accuracy", "vertical_accuracy"].map { columns.contains($0) ? $0 : "NULL" }
        rows = try file.rows(
            "SELECT parent_key, timestamp_millis, latitude, longitude, \(others.joined(separator: ", ")) "
                + "FROM exercise_route_table ORDER BY parent_key, timestamp_millis"
        )
    }

    /// The next route; nil: there is none.
    mutating func next() throws(FormatError) -> Route? {
        while let rows, try rows.next() {
            let session = rows.integer(0) ?? -1
            let ended = open?.session == session ? nil : open
            if open?.session != session {
                open = Route(session: session)
            }
            if let location = Self.location(rows) {
                if (open?.locations.count ?? 0) < Limits.standard.seriesPoints {
                    open?.locations.append(location)
                } else {
                    open?.isTooLarge = true
                }
            } else {
                invalidLocations += 1
            }
            if let ended { return ended }
        }
        defer { open = nil }
        rows = nil
        return open
    }

    private static func location(_ rows: SQLiteRows) -> RecordedLocation? {
        guard let time = HealthConnectReading.time(rows.integer(1)), let latitude = rows.number(2),
            abs(latitude) <= 90, let longitude = rows.number(3), abs(longitude) <= 180
        else { return nil }
        func optional(_ column: Int32) -> Double? {
            rows.number(column).flatMap { $0 == HealthConnectCode.unset ? nil : $0 }
        }
        var location = RecordedLocation(time: time.date, latitude: latitude, longitude: longitude)
        location.altitude = optional(4)
        location.horizontalAccuracy = optional(5)
        location.verticalAccuracy = optional(6)
        return location
    }
}
