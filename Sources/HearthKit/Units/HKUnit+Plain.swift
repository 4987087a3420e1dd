internal import HearthModel

// The units without prefixes. Each is created once.
extension HKUnit {
    /// An ounce.
    public static func ounce() -> HKUnit { KnownUnits.ounce }

    /// A pound.
    public static func pound() -> HKUnit { KnownUnits.pound }

    /// A stone: 14 pounds.
    public static func stone() -> HKUnit { KnownUnits.stone }

    /// An inch.
    public static func inch() -> HKUnit { KnownUnits.inch }

    /// A foot.
    public static func foot() -> HKUnit { KnownUnits.foot }

    /// A yard.
    public static func yard() -> HKUnit { KnownUnits.yard }

    /// A mile.
    public static func mile() -> HKUnit { KnownUnits.mile }

    /// A fluid ounce as in the United States.
    public static func fluidOunceUS() -> HKUnit { KnownUnits.fluidOunceUS }

    /// A fluid ounce as in Britain.
    public static func fluidOunceImperial() -> HKUnit { KnownUnits.fluidOunceImperial }

    /// A pint as in the United States.
    public static func pintUS() -> HKUnit { KnownUnits.pintUS }

    /// A pint as in Britain.
    public static func pintImperial() -> HKUnit { KnownUnits.pintImperial }

    /// A cup as in the United States.
    public static func cupUS() -> HKUnit { KnownUnits.cupUS }

    /// A cup as in Britain.
    public static func cupImperial() -> HKUnit { KnownUnits.cupImperial }

    /// A millimetre of mercury.
    public static func millimeterOfMercury() -> HKUnit { KnownUnits.millimeterOfMercury }

    /// A centimetre of water.
    public static func centimeterOfWater() -> HKUnit { KnownUnits.centimeterOfWater }

    /// The pressure of the atmosphere.
    public static func atmosphere() -> HKUnit { KnownUnits.atmosphere }

    /// An inch of mercury.
    public static func inchesOfMercury() -> HKUnit { KnownUnits.inchesOfMercury }

    /// A minute.
    public static func minute() -> HKUnit { KnownUnits.minute }

    /// An hour.
    public static func hour() -> HKUnit { KnownUnits.hour }

    /// A day of 24 hours.
    public static func day() -> HKUnit { KnownUnits.day }

    /// A calorie: 4.184 joules.
    public static func smallCalorie() -> HKUnit { KnownUnits.smallCalorie }

    /// A thousand calories, written `Cal`.
    public static func largeCalorie() -> HKUnit { KnownUnits.largeCalorie }

    /// A thousand calories, written `kcal`.
    public static func kilocalorie() -> HKUnit { KnownUnits.kilocalorie }

    /// A kelvin.
    public static func kelvin() -> HKUnit { KnownUnits.kelvin }

    /// A degree Celsius.
    public static func degreeCelsius() -> HKUnit { KnownUnits.degreeCelsius }

    /// A degree Fahrenheit.
    public static func degreeFahrenheit() -> HKUnit { KnownUnits.degreeFahrenheit }

    /// A number of something.
    public static func count() -> HKUnit { KnownUnits.count }

    /// A fraction: 0.5 is half. Converts to a count as it is.
    public static func percent() -> HKUnit { KnownUnits.percent }

    /// A sound level, weighted as people hear.
    public static func decibelAWeightedSoundPressureLevel() -> HKUnit { KnownUnits.decibelAWeightedSoundPressureLevel }

    /// A threshold of hearing.
    public static func decibelHearingLevel() -> HKUnit { KnownUnits.decibelHearingLevel }

    /// The power of a lens.
    public static func diopter() -> HKUnit { KnownUnits.diopter }

    /// The power of a prism.
    public static func prismDiopter() -> HKUnit { KnownUnits.prismDiopter }

    /// A degree of an angle.
    public static func degreeAngle() -> HKUnit { KnownUnits.degreeAngle }

    /// An international unit: an amount of a substance by its effect.
    public static func internationalUnit() -> HKUnit { KnownUnits.internationalUnit }

    /// How hard a workout was, on a scale from 1 to 10.
    public static func appleEffortScore() -> HKUnit { KnownUnits.appleEffortScore }

    /// A calorie: 4.184 joules.
    @available(*, deprecated, renamed: "smallCalorie()")
    public static func calorie() -> HKUnit { KnownUnits.smallCalorie }
}

private enum KnownUnits {
    static let ounce = HKUnit(from: "oz")
    static let pound = HKUnit(from: "lb")
    static let stone = HKUnit(from: "st")
    static let inch = HKUnit(from: "in")
    static let foot = HKUnit(from: "ft")
    static let yard = HKUnit(from: "yd")
    static let mile = HKUnit(from: "mi")
    static let fluidOunceUS = HKUnit(from: "fl_oz_us")
    static let fluidOunceImperial = HKUnit(from: "fl_oz_imp")
    static let pintUS = HKUnit(from: "pt_us")
    static let pintImperial = HKUnit(from: "pt_imp")
    static let cupUS = HKUnit(from: "cup_us")
    static let cupImperial = HKUnit(from: "cup_imp")
    static let millimeterOfMercury = HKUnit(from: "mmHg")
    static let centimeterOfWater = HKUnit(from: "cmAq")
    static let atmosphere = HKUnit(from: "atm")
    static let inchesOfMercury = HKUnit(from: "inHg")
    static let minute = HKUnit(from: "min")
    static let hour = HKUnit(from: "hr")
    static let day = HKUnit(from: "d")
    static let smallCalorie = HKUnit(from: "cal")
    static let largeCalorie = HKUnit(from: "Cal")
    static let kilocalorie = HKUnit(from: "kcal")
    static let kelvin = HKUnit(from: "K")
    static let degreeCelsius = HKUnit(from: "degC")
    static let degreeFahrenheit = HKUnit(from: "degF")
    static let count = HKUnit(from: "count")
    static let percent = HKUnit(from: "%")
    static let decibelAWeightedSoundPressureLevel = HKUnit(from: "dBASPL")
    static let decibelHearingLevel = HKUnit(from: "dBHL")
    static let diopter = HKUnit(from: "D")
    static let prismDiopter = HKUnit(from: "pD")
    static let degreeAngle = HKUnit(from: "deg")
    static let internationalUnit = HKUnit(from: "IU")
    static let appleEffortScore = HKUnit(from: "appleEffortScore")
}
