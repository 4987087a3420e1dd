import HearthModel

/// The values that a quantity type can have at all: by what it counts or by physics, not by what is healthy.
///
/// The server takes any finite number, as HealthKit does. On the command line a number outside of the range is a mistyped
/// one, or one in another unit.
struct PossibleValues: Sendable {
    private let type: ObjectType
    private let storageUnit: Unit
    /// In the storage unit.
    private let range: ClosedRange<Double>

    /// Nil: the type can have any value.
    init?(of type: ObjectType) {
        guard let storageUnit = type.storageUnit, let range = PossibleValues.range(type, storageUnit.text) else {
            return nil
        }
        self.type = type
        self.storageUnit = storageUnit
        self.range = range
    }

    /// Shares of a whole. Perfusion is a ratio, which has no upper end.
    private static let shares: Set = [
        "oxygenSaturation", "bodyFatPercentage", "bloodAlcoholContent", "atrialFibrillationBurden",
        "appleWalkingSteadiness", "walkingAsymmetryPercentage", "walkingDoubleSupportPercentage",
    ]

    private static func range(_ type: ObjectType, _ unit: String) -> ClosedRange<Double>? {
        switch (unit, type.shortName) {
        // Levels are relative to a sound that can just be heard, and depths to the surface.
        case ("dBASPL", _), (_, "underwaterDepth"): nil
        case ("degC", _): -273.15...Double.infinity
        case ("%", let name) where shares.contains(name): 0...1
        default: 0...Double.infinity
        }
    }

    /// Throws for a value outside of the range.
    func check(_ value: Double, in unit: Unit) throws(CommandError) {
        let isPossible: Bool
        do throws(HearthError) {
            let stored = unit == storageUnit ? value : try UnitConversion(from: unit, to: storageUnit)(value)
            isPossible = range.contains(stored)
        } catch {
            // The server says what is wrong with the unit.
            return
        }
        guard isPossible else {
            let shown = ShownUnit(storageUnit, of: type)
            let bound = { (number: Double) in "\(shown.text(of: number)) \(shown.text)" }
            let limits =
                range.upperBound.isFinite
                ? "is between \(bound(range.lowerBound)) and \(bound(range.upperBound))"
                : "is not below \(bound(range.lowerBound))"
            throw CommandError("The value is impossible: \(type.shortName) \(limits). --force saves it all the same.")
        }
    }
}
