/// Routes: locations along workouts, one route after the other.
package struct RouteColumns: Hashable, Sendable {
    /// For each route, the number of its locations in these columns. Empty: no locations are included.
    package var lengths: [UInt32]
    /// For each route, its total number of locations. Empty: the same as `lengths`.
    package var counts: [Int64]
    /// Ascending within a route.
    package var timestamps: [Timestamp]
    /// Degrees, -90 to 90.
    package var latitudes: [Double]
    /// Degrees, -180 to 180.
    package var longitudes: [Double]
    // Optional properties of locations. Each column may be empty: unknown.
    package var altitudes: [Double]
    package var horizontalAccuracies: [Double]
    package var verticalAccuracies: [Double]
    package var speeds: [Double]
    package var courses: [Double]
    package var speedAccuracies: [Double]
    package var courseAccuracies: [Double]

    package init(
        lengths: [UInt32] = [],
        counts: [Int64] = [],
        timestamps: [Timestamp] = [],
        latitudes: [Double] = [],
        longitudes: [Double] = [],
        altitudes: [Double] = [],
        horizontalAccuracies: [Double] = [],
        verticalAccuracies: [Double] = [],
        speeds: [Double] = [],
        courses: [Double] = [],
        speedAccuracies: [Double] = [],
        courseAccuracies: [Double] = []
    ) {
        self.lengths = lengths
        self.counts = counts
        self.timestamps = timestamps
        self.latitudes = latitudes
        self.longitudes = longitudes
        self.altitudes = altitudes
        self.horizontalAccuracies = horizontalAccuracies
        self.verticalAccuracies = verticalAccuracies
        self.speeds = speeds
        self.courses = courses
        self.speedAccuracies = speedAccuracies
        self.courseAccuracies = courseAccuracies
    }

    /// The optional columns with the names of their fields. A missing column means "unknown", which no number
    /// represents.
    package static let optionalColumns:
        [(column: any WritableKeyPath<RouteColumns, [Double]> & Sendable, field: String)] = [
            (\.altitudes, "altitudes"),
            (\.horizontalAccuracies, "horizontal_accuracies"),
            (\.verticalAccuracies, "vertical_accuracies"),
            (\.speeds, "speeds"),
            (\.courses, "courses"),
            (\.speedAccuracies, "speed_accuracies"),
            (\.courseAccuracies, "course_accuracies"),
        ]
}

extension RouteColumns {
    func validate(in samples: SampleColumns) throws(HearthError) {
        let locations = timestamps.count
        try validateSeriesCounts(lengths, counts, samples.count, points: locations, of: "timestamps")
        try checkTimes(timestamps, "timestamps")
        try checkAscending(timestamps, lengths: lengths, "timestamps")
        try checkRows(of: latitudes, locations, "latitudes")
        try checkEach(latitudes, "latitudes", "The latitude is not between -90 and 90.") { abs($0) <= 90 }
        try checkRows(of: longitudes, locations, "longitudes")
        try checkEach(longitudes, "longitudes", "The longitude is not between -180 and 180.") { abs($0) <= 180 }
        for (column, field) in RouteColumns.optionalColumns {
            try checkOptionalRows(of: self[keyPath: column], locations, field)
            try checkFinite(self[keyPath: column], field)
        }
    }

    func validateForSaving(_ rows: Int) throws(HearthError) {
        try validateSeriesForSaving(lengths, counts, rows)
    }
}

/// Checks the two columns that routes, heartbeat series and records have for the sizes of their series.
func validateSeriesCounts(
    _ lengths: [UInt32],
    _ counts: [Int64],
    _ rows: Int,
    points: Int,
    of pointsField: String,
    atMost limit: Int = Int(Limits.standard.seriesPoints)
) throws(HearthError) {
    try checkOptionalRows(of: lengths, rows, "lengths")
    try checkLengths(lengths, points: points, "lengths", of: pointsField, atMost: limit)
    try checkOptionalRows(of: counts, rows, "counts")
    try checkEach(counts, "counts", "The count is negative.") { $0 >= 0 }
    guard !lengths.isEmpty || !counts.isEmpty else {
        throw HearthError(.malformedColumn, "The series have neither lengths nor counts.", field: "lengths")
    }
    for (row, (length, count)) in zip(lengths, counts).enumerated() where length != 0 && Int64(length) != count {
        throw HearthError(.valueOutOfRange, "The length is neither 0 nor the count.", field: "lengths[\(row)]")
    }
}

/// A save of a route or heartbeat series includes all elements, which determine its count.
func validateSeriesForSaving(_ lengths: [UInt32], _ counts: [Int64], _ rows: Int) throws(HearthError) {
    try checkRows(of: lengths, rows, "lengths")
    try checkEach(lengths, "lengths", "The series is empty.") { $0 > 0 }
    guard counts.isEmpty else {
        throw HearthError(
            .invalidArgument,
            "The server counts the elements itself: leave the counts out.",
            field: "counts"
        )
    }
}
