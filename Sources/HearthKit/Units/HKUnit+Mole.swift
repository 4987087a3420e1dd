/// Grams in a mole of glucose, for blood glucose in millimoles per litre.
public let HKUnitMolarMassBloodGlucose = 180.15588000005408

extension HKUnit {
    /// A mole of a substance with the given molar mass in grams. It is a unit of mass, so it converts to grams. An
    /// impossible molar mass stops the program.
    public static func moleUnit(withMolarMass gramsPerMole: Double) -> HKUnit {
        moleUnit(with: .none, molarMass: gramsPerMole)
    }

    /// A mole of a substance with a prefix, such as a millimole.
    public static func moleUnit(with prefix: HKMetricPrefix, molarMass gramsPerMole: Double) -> HKUnit {
        HKUnit(from: "\(prefix.symbol)mol<\(gramsPerMole)>")
    }
}
