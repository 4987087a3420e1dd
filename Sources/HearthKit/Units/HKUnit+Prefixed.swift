internal import HearthModel

// The units with prefixes. Each is created once, with all its prefixes.
extension HKUnit {
    private static let grams = UnitFamily("g")

    /// The gram.
    public static func gram() -> HKUnit { grams[.none] }

    /// The gram with a prefix.
    public static func gramUnit(with prefix: HKMetricPrefix) -> HKUnit { grams[prefix] }

    private static let meters = UnitFamily("m")

    /// The metre.
    public static func meter() -> HKUnit { meters[.none] }

    /// The metre with a prefix.
    public static func meterUnit(with prefix: HKMetricPrefix) -> HKUnit { meters[prefix] }

    private static let liters = UnitFamily("L")

    /// The litre.
    public static func liter() -> HKUnit { liters[.none] }

    /// The litre with a prefix.
    public static func literUnit(with prefix: HKMetricPrefix) -> HKUnit { liters[prefix] }

    private static let pascals = UnitFamily("Pa")

    /// The pascal.
    public static func pascal() -> HKUnit { pascals[.none] }

    /// The pascal with a prefix.
    public static func pascalUnit(with prefix: HKMetricPrefix) -> HKUnit { pascals[prefix] }

    private static let seconds = UnitFamily("s")

    /// The second.
    public static func second() -> HKUnit { seconds[.none] }

    /// The second with a prefix.
    public static func secondUnit(with prefix: HKMetricPrefix) -> HKUnit { seconds[prefix] }

    private static let joules = UnitFamily("J")

    /// The joule.
    public static func joule() -> HKUnit { joules[.none] }

    /// The joule with a prefix.
    public static func jouleUnit(with prefix: HKMetricPrefix) -> HKUnit { joules[prefix] }

    private static let siemens = UnitFamily("S")

    /// The siemens.
    public static func siemen() -> HKUnit { siemens[.none] }

    /// The siemens with a prefix.
    public static func siemenUnit(with prefix: HKMetricPrefix) -> HKUnit { siemens[prefix] }

    private static let hertzUnits = UnitFamily("Hz")

    /// The hertz.
    public static func hertz() -> HKUnit { hertzUnits[.none] }

    /// The hertz with a prefix.
    public static func hertzUnit(with prefix: HKMetricPrefix) -> HKUnit { hertzUnits[prefix] }

    private static let volts = UnitFamily("V")

    /// The volt.
    public static func volt() -> HKUnit { volts[.none] }

    /// The volt with a prefix.
    public static func voltUnit(with prefix: HKMetricPrefix) -> HKUnit { volts[prefix] }

    private static let watts = UnitFamily("W")

    /// The watt.
    public static func watt() -> HKUnit { watts[.none] }

    /// The watt with a prefix.
    public static func wattUnit(with prefix: HKMetricPrefix) -> HKUnit { watts[prefix] }

    private static let radianAngles = UnitFamily("rad")

    /// The radian.
    public static func radianAngle() -> HKUnit { radianAngles[.none] }

    /// The radian with a prefix.
    public static func radianAngleUnit(with prefix: HKMetricPrefix) -> HKUnit { radianAngles[prefix] }

    private static let luxUnits = UnitFamily("lx")

    /// The lux.
    public static func lux() -> HKUnit { luxUnits[.none] }

    /// The lux with a prefix.
    public static func luxUnit(with prefix: HKMetricPrefix) -> HKUnit { luxUnits[prefix] }
}

/// A unit with each of the prefixes.
private struct UnitFamily: Sendable {
    private let units: [HKUnit]

    init(_ symbol: String) {
        units = HKMetricPrefix.all.map { HKUnit(from: $0.symbol + symbol) }
    }

    subscript(prefix: HKMetricPrefix) -> HKUnit { units[prefix.rawValue] }
}
