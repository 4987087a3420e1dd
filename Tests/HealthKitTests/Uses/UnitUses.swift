import Foundation
import HealthKit

func useQuantities(_ other: HKQuantity) {
    // HKQuantity.init(unit:doubleValue:)
    let quantity = HKQuantity(unit: .gram(), doubleValue: 1)
    // HKQuantity
    let _: any NSSecureCoding & NSCopying & Sendable & Hashable = quantity as HKQuantity
    // HKQuantity.is(compatibleWith:)
    let _: Bool = quantity.is(compatibleWith: .pound())
    // HKQuantity.doubleValue(for:)
    let _: Double = quantity.doubleValue(for: .ounce())
    // HKQuantity.compare(_:)
    let _: ComparisonResult = quantity.compare(other)
}

func useUnits(_ unit: HKUnit) {
    // HKUnit.init(from: String)
    _ = HKUnit(from: "count/min")
    // HKUnit.init(from: MassFormatter.Unit)
    _ = HKUnit(from: MassFormatter.Unit.kilogram)
    // HKUnit.init(from: LengthFormatter.Unit)
    _ = HKUnit(from: LengthFormatter.Unit.mile)
    // HKUnit.init(from: EnergyFormatter.Unit)
    _ = HKUnit(from: EnergyFormatter.Unit.kilojoule)
    // HKUnit.massFormatterUnit(from:)
    let _: MassFormatter.Unit = HKUnit.massFormatterUnit(from: .gram())
    // HKUnit.lengthFormatterUnit(from:)
    let _: LengthFormatter.Unit = HKUnit.lengthFormatterUnit(from: .meter())
    // HKUnit.energyFormatterUnit(from:)
    let _: EnergyFormatter.Unit = HKUnit.energyFormatterUnit(from: .joule())
    // HKUnit.unitString
    let _: String = unit.unitString
    // HKUnit.unitMultiplied(by:)
    let _: HKUnit = unit.unitMultiplied(by: .meter())
    // HKUnit.unitDivided(by:)
    let _: HKUnit = unit.unitDivided(by: .minute())
    // HKUnit.unitRaised(toPower:)
    let _: HKUnit = unit.unitRaised(toPower: 2)
    // HKUnit.reciprocal()
    let _: HKUnit = unit.reciprocal()
    // HKUnit.isNull()
    let _: Bool = unit.isNull()
    // HKMetricPrefix
    let _: [HKMetricPrefix] = [.none, .femto, .micro, .kilo, .tera]
}

func useMasses() {
    // HKUnit.gram()
    let _: HKUnit = .gram()
    // HKUnit.gramUnit(with:)
    let _: HKUnit = .gramUnit(with: .kilo)
    // HKUnit.ounce()
    let _: HKUnit = .ounce()
    // HKUnit.pound()
    let _: HKUnit = .pound()
    // HKUnit.stone()
    let _: HKUnit = .stone()
    // HKUnit.moleUnit(withMolarMass:)
    let _: HKUnit = .moleUnit(withMolarMass: 18)
    // HKUnit.moleUnit(with:molarMass:)
    let _: HKUnit = .moleUnit(with: .milli, molarMass: HKUnitMolarMassBloodGlucose)
    // HKUnitMolarMassBloodGlucose
    let _: Double = HKUnitMolarMassBloodGlucose
}

func useLengths() {
    // HKUnit.meter()
    let _: HKUnit = .meter()
    // HKUnit.meterUnit(with:)
    let _: HKUnit = .meterUnit(with: .centi)
    // HKUnit.inch()
    let _: HKUnit = .inch()
    // HKUnit.foot()
    let _: HKUnit = .foot()
    // HKUnit.yard()
    let _: HKUnit = .yard()
    // HKUnit.mile()
    let _: HKUnit = .mile()
}

func useVolumes() {
    // HKUnit.liter()
    let _: HKUnit = .liter()
    // HKUnit.literUnit(with:)
    let _: HKUnit = .literUnit(with: .milli)
    // HKUnit.fluidOunceUS()
    let _: HKUnit = .fluidOunceUS()
    // HKUnit.fluidOunceImperial()
    let _: HKUnit = .fluidOunceImperial()
    // HKUnit.pintUS()
    let _: HKUnit = .pintUS()
    // HKUnit.pintImperial()
    let _: HKUnit = .pintImperial()
    // HKUnit.cupUS()
    let _: HKUnit = .cupUS()
    // HKUnit.cupImperial()
    let _: HKUnit = .cupImperial()
}

func usePressures() {
    // HKUnit.pascal()
    let _: HKUnit = .pascal()
    // HKUnit.pascalUnit(with:)
    let _: HKUnit = .pascalUnit(with: .hecto)
    // HKUnit.millimeterOfMercury()
    let _: HKUnit = .millimeterOfMercury()
    // HKUnit.centimeterOfWater()
    let _: HKUnit = .centimeterOfWater()
    // HKUnit.atmosphere()
    let _: HKUnit = .atmosphere()
    // HKUnit.inchesOfMercury()
    let _: HKUnit = .inchesOfMercury()
    // HKUnit.decibelAWeightedSoundPressureLevel()
    let _: HKUnit = .decibelAWeightedSoundPressureLevel()
    // HKUnit.decibelHearingLevel()
    let _: HKUnit = .decibelHearingLevel()
}

func useTimes() {
    // HKUnit.second()
    let _: HKUnit = .second()
    // HKUnit.secondUnit(with:)
    let _: HKUnit = .secondUnit(with: .milli)
    // HKUnit.minute()
    let _: HKUnit = .minute()
    // HKUnit.hour()
    let _: HKUnit = .hour()
    // HKUnit.day()
    let _: HKUnit = .day()
    // HKUnit.hertz()
    let _: HKUnit = .hertz()
    // HKUnit.hertzUnit(with:)
    let _: HKUnit = .hertzUnit(with: .kilo)
}

func useEnergies() {
    // HKUnit.joule()
    let _: HKUnit = .joule()
    // HKUnit.jouleUnit(with:)
    let _: HKUnit = .jouleUnit(with: .kilo)
    // HKUnit.kilocalorie()
    let _: HKUnit = .kilocalorie()
    // HKUnit.smallCalorie()
    let _: HKUnit = .smallCalorie()
    // HKUnit.largeCalorie()
    let _: HKUnit = .largeCalorie()
    // HKUnit.watt()
    let _: HKUnit = .watt()
    // HKUnit.wattUnit(with:)
    let _: HKUnit = .wattUnit(with: .kilo)
}

@available(*, deprecated)
func useFormerUnits() {
    // HKUnit.calorie()
    let _: HKUnit = .calorie()
}

func useOtherUnits() {
    // HKUnit.count()
    let _: HKUnit = .count()
    // HKUnit.percent()
    let _: HKUnit = .percent()
    // HKUnit.degreeCelsius()
    let _: HKUnit = .degreeCelsius()
    // HKUnit.degreeFahrenheit()
    let _: HKUnit = .degreeFahrenheit()
    // HKUnit.kelvin()
    let _: HKUnit = .kelvin()
    // HKUnit.siemen()
    let _: HKUnit = .siemen()
    // HKUnit.siemenUnit(with:)
    let _: HKUnit = .siemenUnit(with: .micro)
    // HKUnit.volt()
    let _: HKUnit = .volt()
    // HKUnit.voltUnit(with:)
    let _: HKUnit = .voltUnit(with: .micro)
    // HKUnit.internationalUnit()
    let _: HKUnit = .internationalUnit()
    // HKUnit.diopter()
    let _: HKUnit = .diopter()
    // HKUnit.prismDiopter()
    let _: HKUnit = .prismDiopter()
    // HKUnit.degreeAngle()
    let _: HKUnit = .degreeAngle()
    // HKUnit.radianAngle()
    let _: HKUnit = .radianAngle()
    // HKUnit.radianAngleUnit(with:)
    let _: HKUnit = .radianAngleUnit(with: .milli)
    // HKUnit.lux()
    let _: HKUnit = .lux()
    // HKUnit.luxUnit(with:)
    let _: HKUnit = .luxUnit(with: .kilo)
    // HKUnit.appleEffortScore()
    let _: HKUnit = .appleEffortScore()
}
