/// The named units of HealthKit, without prefixes, spelt as `HKUnit` spells them.
enum BaseUnit: String, CaseIterable, Sendable {
    case gram = "g"
    case ounce = "oz"
    case pound = "lb"
    case stone = "st"
    case mole = "mol"

    case meter = "m"
    case inch = "in"
    case foot = "ft"
    case yard = "yd"
    case mile = "mi"

    case liter = "L"
    case fluidOunceUS = "fl_oz_us"
    case fluidOunceImperial = "fl_oz_imp"
    case pintUS = "pt_us"
    case pintImperial = "pt_imp"
    case cupUS = "cup_us"
    case cupImperial = "cup_imp"

    case second = "s"
    case minute = "min"
    case hour = "hr"
    case day = "d"

    case joule = "J"
    case smallCalorie = "cal"
    case kilocalorie = "kcal"
    case largeCalorie = "Cal"
    case watt = "W"

    case pascal = "Pa"
    case millimeterOfMercury = "mmHg"
    case centimeterOfWater = "cmAq"
    case atmosphere = "atm"
    case inchOfMercury = "inHg"

    case kelvin = "K"
    case degreeCelsius = "degC"
    case degreeFahrenheit = "degF"

    case radian = "rad"
    case degree = "deg"
    case hertz = "Hz"
    case siemens = "S"
    case volt = "V"
    case lux = "lx"
    case diopter = "D"
    case prismDiopter = "pD"

    case count = "count"
    case percent = "%"
    case internationalUnit = "IU"
    case decibelAWeightedSoundPressureLevel = "dBASPL"
    case decibelHearingLevel = "dBHL"
    case appleEffortScore = "appleEffortScore"

    /// The unit with this name; `l` is HealthKit's second name of the liter.
    init?(name: String) {
        if name == "l" {
            self = .liter
        } else {
            self.init(rawValue: name)
        }
    }

    var takesPrefix: Bool {
        switch self {
        case .gram, .meter, .liter, .second, .joule, .watt, .pascal, .kelvin, .radian, .hertz, .siemens, .volt, .lux,
            .mole:
            true
        default:
            false
        }
    }
}
