import Foundation

/// The recording of a device at one moment, in the units of the quantity types.
struct RecordedPoint {
    var time: Date?
    private(set) var latitude: Double?
    private(set) var longitude: Double?
    private(set) var altitude: Double?
    private(set) var speed: Double?
    private(set) var course: Double?
    private(set) var horizontalAccuracy: Double?
    private(set) var verticalAccuracy: Double?
    private(set) var heartRate: Double?
    private(set) var cadence: Double?
    private(set) var power: Double?
    private(set) var distance: Double?
    private(set) var groundContactTime: Double?
    private(set) var verticalOscillation: Double?
    private(set) var strideLength: Double?
    private(set) var respiratoryRate: Double?

    init() {}

    /// The point of a location.
    init(_ location: RecordedLocation) {
        time = location.time
        latitude = location.latitude
        longitude = location.longitude
    }

    /// The point at which some metres since the start were counted.
    init(at time: Date, distance: Double) {
        self.time = time
        self.distance = distance
    }

    /// Sets a value, unless this measure cannot have it.
    mutating func set(_ measure: Measure, _ value: Double) -> Bool {
        guard measure.range.contains(value) else { return false }
        switch measure {
        case .latitude: latitude = value
        case .longitude: longitude = value
        case .altitude: altitude = value
        case .speed: speed = value
        case .course: course = value
        case .horizontalAccuracy: horizontalAccuracy = value
        case .verticalAccuracy: verticalAccuracy = value
        case .heartRate: heartRate = value
        case .cadence: cadence = value
        case .power: power = value
        case .distance: distance = value
        case .groundContactTime: groundContactTime = value
        case .verticalOscillation: verticalOscillation = value
        case .strideLength: strideLength = value
        case .respiratoryRate: respiratoryRate = value
        }
        return true
    }

    /// A device may record the fraction of a turn separately.
    mutating func addToCadence(_ fraction: Double) {
        cadence = cadence.map { $0 + fraction }
    }

    /// Nil without time or place.
    var location: RecordedLocation? {
        guard let time, let latitude, let longitude else { return nil }
        var location = RecordedLocation(time: time, latitude: latitude, longitude: longitude)
        location.altitude = altitude
        location.speed = speed
        location.course = course
        location.horizontalAccuracy = horizontalAccuracy
        location.verticalAccuracy = verticalAccuracy
        return location
    }
}
