// The units that the code uses; all others are parsed from texts.
extension Unit {
    package static let null = Unit(known: UnitFactors())

    package static let count = Unit(.count)
    /// Values are fractions: 0.5 is half.
    package static let percent = Unit(.percent)

    package static let second = Unit(.second)
    package static let millisecond = Unit(.second, prefix: .milli)
    package static let minute = Unit(.minute)
    package static let hour = Unit(.hour)
    package static let day = Unit(.day)

    package static let meter = Unit(.meter)
    package static let centimeter = Unit(.meter, prefix: .centi)
    package static let kilometer = Unit(.meter, prefix: .kilo)

    package static let gram = Unit(.gram)
    package static let kilogram = Unit(.gram, prefix: .kilo)

    package static let liter = Unit(.liter)
    package static let milliliter = Unit(.liter, prefix: .milli)

    package static let kilocalorie = Unit(.kilocalorie)
    package static let kelvin = Unit(.kelvin)
    package static let degreeCelsius = Unit(.degreeCelsius)
    package static let millimeterOfMercury = Unit(.millimeterOfMercury)

    package static let hertz = Unit(.hertz)
    package static let microvolt = Unit(.volt, prefix: .micro)
    package static let decibelHearingLevel = Unit(.decibelHearingLevel)
    package static let diopter = Unit(.diopter)
    package static let prismDiopter = Unit(.prismDiopter)
    package static let degree = Unit(.degree)
    package static let millimeter = Unit(.meter, prefix: .milli)

    // A single atomic unit is within all limits.
    private init(_ base: BaseUnit, prefix: MetricPrefix = .none) {
        self.init(known: UnitFactors(AtomicUnit(base, prefix: prefix)))
    }
}
