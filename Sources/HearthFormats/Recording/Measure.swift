/// The measures of a point.
enum Measure {
    case latitude
    case longitude
    /// Metres above sea level.
    case altitude
    /// Metres a second.
    case speed
    /// Degrees.
    case course
    case horizontalAccuracy
    case verticalAccuracy
    /// Beats a minute.
    case heartRate
    /// Revolutions a minute; on foot strides, which are two steps.
    case cadence
    /// Watts.
    case power
    /// Metres since the start.
    case distance
    /// Milliseconds.
    case groundContactTime
    /// Centimetres.
    case verticalOscillation
    /// Metres.
    case strideLength
    /// Breaths a minute.
    case respiratoryRate

    /// Values outside are not measurements: the sensor has lost contact, or the number is in the wrong field.
    var range: ClosedRange<Double> {
        switch self {
        case .latitude: -90...90
        case .longitude: -180...180
        case .altitude: -20_000...100_000
        case .speed: 0...1_000
        case .course: 0...360
        case .horizontalAccuracy, .verticalAccuracy: 0...100_000
        case .heartRate: 1...500
        case .cadence: 0...1_000
        case .power: 0...10_000
        case .distance: 0...100_000_000
        case .groundContactTime: 0...10_000
        case .verticalOscillation: 0...1_000
        case .strideLength: 0...100
        case .respiratoryRate: 0...500
        }
    }
}
