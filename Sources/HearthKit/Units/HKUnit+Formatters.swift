public import Foundation
internal import HearthModel

// Foundation's formatters have units of their own.
extension HKUnit {
    /// The unit for a mass formatter's unit.
    public convenience init(from massFormatterUnit: MassFormatter.Unit) {
        self.init(from: HKUnit.symbol(of: massFormatterUnit, in: HKUnit.masses))
    }

    /// The unit for a length formatter's unit.
    public convenience init(from lengthFormatterUnit: LengthFormatter.Unit) {
        self.init(from: HKUnit.symbol(of: lengthFormatterUnit, in: HKUnit.lengths))
    }

    /// The unit for an energy formatter's unit.
    public convenience init(from energyFormatterUnit: EnergyFormatter.Unit) {
        self.init(from: HKUnit.symbol(of: energyFormatterUnit, in: HKUnit.energies))
    }

    /// The mass formatter's unit for a unit. A unit without one stops the program.
    public static func massFormatterUnit(from unit: HKUnit) -> MassFormatter.Unit {
        formatterUnit(of: unit, in: masses)
    }

    /// The length formatter's unit for a unit. A unit without one stops the program.
    public static func lengthFormatterUnit(from unit: HKUnit) -> LengthFormatter.Unit {
        formatterUnit(of: unit, in: lengths)
    }

    /// The energy formatter's unit for a unit. A unit without one stops the program.
    public static func energyFormatterUnit(from unit: HKUnit) -> EnergyFormatter.Unit {
        formatterUnit(of: unit, in: energies)
    }

    private static let masses: KeyValuePairs<MassFormatter.Unit, String> = [
        .gram: "g", .kilogram: "kg", .ounce: "oz", .pound: "lb", .stone: "st",
    ]

    private static let lengths: KeyValuePairs<LengthFormatter.Unit, String> = [
        .millimeter: "mm", .centimeter: "cm", .meter: "m", .kilometer: "km", .inch: "in", .foot: "ft", .yard: "yd",
        .mile: "mi",
    ]

    private static let energies: KeyValuePairs<EnergyFormatter.Unit, String> = [
        .joule: "J", .kilojoule: "kJ", .calorie: "cal", .kilocalorie: "kcal",
    ]

    private static func symbol<Formatted: Equatable>(
        of unit: Formatted,
        in symbols: KeyValuePairs<Formatted, String>
    ) -> String {
        guard let symbol = symbols.first(where: { $0.key == unit })?.value else {
            fatalError("unknown unit \(unit)")
        }
        return symbol
    }

    private static func formatterUnit<Formatted>(
        of unit: HKUnit,
        in symbols: KeyValuePairs<Formatted, String>
    ) -> Formatted {
        guard let formatted = symbols.first(where: { $0.value == unit.unitString })?.key else {
            fatalError("formatters have no unit \(unit)")
        }
        return formatted
    }
}
