/// The fields of a `record` message that hold a measure, with the factors of FIT's profile.
struct FITRecordField {
    let measure: Measure
    /// The name in the profile, for notices.
    let name: String
    private let divisor: Double
    private let offset: Double
    /// A field with more digits has precedence over its older equivalent.
    let isEnhanced: Bool

    init?(number: UInt8) {
        switch number {
        case 0: self.init(.latitude, "position_lat", divisor: Self.semicircles)
        case 1: self.init(.longitude, "position_long", divisor: Self.semicircles)
        case 2: self.init(.altitude, "altitude", divisor: 5, offset: 500)
        case 3: self.init(.heartRate, "heart_rate")
        case 4: self.init(.cadence, "cadence")
        case 5: self.init(.distance, "distance", divisor: 100)
        case 6: self.init(.speed, "speed", divisor: 1_000)
        case 7: self.init(.power, "power")
        case 31: self.init(.horizontalAccuracy, "gps_accuracy")
        // Tenths of millimetres, converted to centimetres.
        case 39: self.init(.verticalOscillation, "vertical_oscillation", divisor: 100)
        case 41: self.init(.groundContactTime, "stance_time", divisor: 10)
        case 73: self.init(.speed, "enhanced_speed", divisor: 1_000, isEnhanced: true)
        case 78: self.init(.altitude, "enhanced_altitude", divisor: 5, offset: 500, isEnhanced: true)
        // Tenths of millimetres, converted to metres.
        case 85: self.init(.strideLength, "step_length", divisor: 10_000)
        case 99: self.init(.respiratoryRate, "respiration_rate")
        case 108: self.init(.respiratoryRate, "enhanced_respiration_rate", divisor: 100, isEnhanced: true)
        default: return nil
        }
    }

    /// Of the air, which HealthKit has only as metadata of a workout. Other fields are not part of FIT's public profile,
    /// or repeat what is read.
    static let temperature: UInt8 = 13

    /// A fraction of a turn in 128ths, which is added to the cadence.
    static let fractionalCadence: UInt8 = 53
    static let fractionalCadenceDivisor = 128.0

    private init(
        _ measure: Measure,
        _ name: String,
        divisor: Double = 1,
        offset: Double = 0,
        isEnhanced: Bool = false
    ) {
        self.measure = measure
        self.name = name
        self.divisor = divisor
        self.offset = offset
        self.isEnhanced = isEnhanced
    }

    /// Half a turn is 2^31.
    private static let semicircles = Double(1 << 31) / 180

    func value(_ raw: Double) -> Double {
        raw / divisor - offset
    }
}
