/// A format of workout files.
public enum WorkoutFileFormat: String, Hashable, Sendable, CaseIterable {
    /// GPX 1.0 and 1.1, with the extensions of Garmin, Strava, Cluetrust and Apple's export.
    case gpx
}
