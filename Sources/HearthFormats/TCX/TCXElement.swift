/// The elements of a TCX file that are read, the frequent ones first.
enum TCXElement: String, CaseIterable {
    case trackPoint = "Trackpoint"
    case time = "Time"
    case distance = "DistanceMeters"
    case altitude = "AltitudeMeters"
    case position = "Position"
    case latitude = "LatitudeDegrees"
    case longitude = "LongitudeDegrees"
    case heartRate = "HeartRateBpm"
    case value = "Value"
    case cadence = "Cadence"
    case extensions = "Extensions"
    case trackPointExtension = "TPX"
    case speed = "Speed"
    case watts = "Watts"
    case runCadence = "RunCadence"
    case track = "Track"
    case lap = "Lap"
    case totalTime = "TotalTimeSeconds"
    case calories = "Calories"
    case activity = "Activity"
    case activities = "Activities"
    case creator = "Creator"
    case name = "Name"
    case unit = "UnitId"
    case id = "Id"
    case root = "TrainingCenterDatabase"
    case course = "Course"
    case workout = "Workout"

    /// Whether a namespace has this element. Some files name none.
    func isElement(of namespace: XMLNamespace) -> Bool {
        switch self {
        case .trackPointExtension, .speed, .watts, .runCadence: namespace == .garminActivity || namespace == .none
        default: namespace == .trainingCenter || namespace == .none
        }
    }

    /// The measure of a number within a track point.
    var measure: Measure? {
        switch self {
        case .distance: .distance
        case .altitude: .altitude
        case .latitude: .latitude
        case .longitude: .longitude
        case .cadence, .runCadence: .cadence
        case .speed: .speed
        case .watts: .power
        default: nil
        }
    }
}
