/// The definition of a named unit: its dimension, its size, and for temperatures its zero.
struct UnitDefinition: Sendable {
    var dimension: UnitDimension
    /// 3 for volumes, which are lengths cubed; else 1.
    var dimensionPower: Int16 = 1
    var scale: UnitScale
    /// The number added to a value before scaling, in hundredths of the unit, because whole numbers are exact.
    var shiftInHundredths = 0.0

    init(_ dimension: UnitDimension, _ numerator: Double = 1, over denominator: Double = 1) {
        self.dimension = dimension
        scale = UnitScale(numerator, over: denominator)
    }

    /// `numerator/denominator` cubic meters.
    static func volume(_ numerator: Double, over denominator: Double) -> UnitDefinition {
        var definition = UnitDefinition(.length, numerator, over: denominator)
        definition.dimensionPower = 3
        return definition
    }

    func shifted(byHundredths shift: Double) -> UnitDefinition {
        var definition = self
        definition.shiftInHundredths = shift
        return definition
    }
}

extension BaseUnit {
    // The factors are exact where the unit's definition is; HealthKit's header comments round some of them.
    var definition: UnitDefinition {
        switch self {
        case .gram: UnitDefinition(.mass)
        case .ounce: UnitDefinition(.mass, 28_349_523_125, over: 1e9)
        case .pound: UnitDefinition(.mass, 45_359_237, over: 1e5)
        case .stone: UnitDefinition(.mass, 635_029_318, over: 1e5)
        case .mole: UnitDefinition(.amount)

        case .meter: UnitDefinition(.length)
        case .inch: UnitDefinition(.length, 254, over: 1e4)
        case .foot: UnitDefinition(.length, 3048, over: 1e4)
        case .yard: UnitDefinition(.length, 9144, over: 1e4)
        case .mile: UnitDefinition(.length, 1_609_344, over: 1e3)

        case .liter: .volume(1, over: 1e3)
        case .fluidOunceUS: .volume(295_735_295_625, over: 1e16)
        case .fluidOunceImperial: .volume(284_130_625, over: 1e13)
        case .pintUS: .volume(473_176_473, over: 1e12)
        case .pintImperial: .volume(56_826_125, over: 1e11)
        case .cupUS: .volume(2_365_882_365, over: 1e13)
        case .cupImperial: .volume(284_130_625, over: 1e12)

        case .second: UnitDefinition(.time)
        case .minute: UnitDefinition(.time, 60)
        case .hour: UnitDefinition(.time, 3600)
        case .day: UnitDefinition(.time, 86_400)

        case .joule: UnitDefinition(.energy)
        case .smallCalorie: UnitDefinition(.energy, 4184, over: 1e3)
        case .kilocalorie, .largeCalorie: UnitDefinition(.energy, 4184)
        case .watt: UnitDefinition(.power)

        case .pascal: UnitDefinition(.pressure)
        case .millimeterOfMercury: UnitDefinition(.pressure, 133_322_387_415, over: 1e9)
        case .centimeterOfWater: UnitDefinition(.pressure, 980_665, over: 1e4)
        case .atmosphere: UnitDefinition(.pressure, 101_325)
        case .inchOfMercury: UnitDefinition(.pressure, 338_638_816, over: 1e5)

        case .kelvin: UnitDefinition(.temperature)
        case .degreeCelsius: UnitDefinition(.temperature).shifted(byHundredths: 27_315)
        case .degreeFahrenheit: UnitDefinition(.temperature, 5, over: 9).shifted(byHundredths: 45_967)

        case .radian: UnitDefinition(.angle)
        case .degree: UnitDefinition(.angle, .pi, over: 180)
        case .hertz: UnitDefinition(.frequency)
        case .siemens: UnitDefinition(.conductance)
        case .volt: UnitDefinition(.electricPotentialDifference)
        case .lux: UnitDefinition(.illuminance)
        case .diopter: UnitDefinition(.opticalPower)
        case .prismDiopter: UnitDefinition(.prismDiopter)

        // HealthKit's percent is the fraction itself: 0.5 is half, and converts to a count as it is.
        case .count, .percent: UnitDefinition(.scalar)
        case .internationalUnit: UnitDefinition(.pharmacology)
        case .decibelAWeightedSoundPressureLevel: UnitDefinition(.soundPressureLevel)
        case .decibelHearingLevel: UnitDefinition(.hearingSensitivity)
        case .appleEffortScore: UnitDefinition(.appleEffortScore)
        }
    }
}
