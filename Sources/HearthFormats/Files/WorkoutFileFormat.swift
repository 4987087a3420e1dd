/// A format of workout files.
public enum WorkoutFileFormat: String, Hashable, Sendable, CaseIterable {
    /// GPX 1.0 and 1.1, with the extensions of Garmin, Strava, Cluetrust and Apple's export.
    case gpx
    /// Garmin's Training Center XML, with its extensions for speed, power and cadence.
    case tcx
    /// Garmin's Flexible and Interoperable Data Transfer, which is binary.
    case fit

    /// Whether a file has the name of one of the formats, perhaps compressed by gzip.
    package static func isName(_ name: String) -> Bool {
        let name = name.lowercased()
        return allCases.contains { name.hasSuffix(".\($0.rawValue)") || name.hasSuffix(".\($0.rawValue).gz") }
    }
}
