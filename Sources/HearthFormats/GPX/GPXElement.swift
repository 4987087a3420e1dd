/// The elements of a GPX file and its extensions that are read.
enum GPXElement: String, CaseIterable {
    case trackPoint = "trkpt"
    case elevation = "ele"
    case time
    case extensions
    case speed
    case course
    case horizontalAccuracy = "hAcc"
    case verticalAccuracy = "vAcc"
    case trackPointExtension = "TrackPointExtension"
    case heartRate = "hr"
    case cadence = "cad"
    case power
    case airTemperature = "atemp"
    case cluetrustCadence = "cadence"
    case powerInWatts = "PowerInWatts"
    case waterTemperature = "wtemp"
    case trackSegment = "trkseg"
    case track = "trk"
    case gpx
    case name
    case type
    case waypoint = "wpt"
    case route = "rte"
    /// Where Hearth stores the workout that it wrote.
    case storedWorkout = "workout"

    /// The namespaces that have this element. Many files name no namespace.
    func isElement(of namespace: XMLNamespace) -> Bool {
        switch self {
        case .trackPoint, .elevation, .time, .extensions, .trackSegment, .track, .gpx, .name, .type, .waypoint, .route,
            .power, .horizontalAccuracy, .verticalAccuracy:
            namespace == .gpx || namespace == .none
        case .speed, .course:
            namespace == .gpx || namespace == .none || namespace == .garminTrackPoint
        case .trackPointExtension, .cadence, .airTemperature, .waterTemperature:
            namespace == .garminTrackPoint
        case .heartRate:
            namespace == .garminTrackPoint || namespace == .cluetrust
        case .cluetrustCadence:
            namespace == .cluetrust
        case .powerInWatts:
            namespace == .garminPower
        case .storedWorkout:
            namespace == .hearth
        }
    }

    /// The measure of a number within a track point.
    var measure: Measure? {
        switch self {
        case .elevation: .altitude
        case .speed: .speed
        case .course: .course
        case .horizontalAccuracy: .horizontalAccuracy
        case .verticalAccuracy: .verticalAccuracy
        case .heartRate: .heartRate
        case .cadence, .cluetrustCadence: .cadence
        case .power, .powerInWatts: .power
        case .trackPoint, .time, .extensions, .trackPointExtension, .trackSegment, .track, .gpx, .name, .type,
            .waypoint, .route, .airTemperature, .waterTemperature, .storedWorkout:
            nil
        }
    }

    /// In Core Location a negative number means that a measure is invalid, and in Apple's export too.
    var isNegativeUnknown: Bool {
        switch self {
        case .speed, .course, .horizontalAccuracy, .verticalAccuracy: true
        default: false
        }
    }
}
