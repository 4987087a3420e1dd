import HearthModel

/// The values that a quantity type can have by its definition or by physics. What is healthy does not matter.
///
/// The server accepts any finite number, as HealthKit does. On the command line a number outside of the range is mistyped,
/// or written in another unit.
struct PlausibleRange: Sendable {
    private let type: ObjectType
    private let storageUnit: Unit
    /// In the storage unit.
    private let range: ClosedRange<Double>

    /// Nil when the type can have any value.
    init?(of type: ObjectType) {
        guard let storageUnit = type.storageUnit, let range = PlausibleRange.range(type, storageUnit.text) else {
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
        // Sound levels and depths are relative to a reference, so they can be negative.
        case ("dBASPL", _), (_, "underwaterDepth"): nil
        case ("degC", _): -273.15...Double.infinity
        case ("%", let name) where shares.contains(name): 0...1
        default: 0...Double.infinity
        }
    }

    /// Throws for a value outside of the range.
    func check(_ value: Double, in unit: Unit) throws(InputError) {
        let isPossible: Bool
        do throws(HearthError) {
            let stored = unit == storageUnit ? value : try UnitConversion(from: unit, to: storageUnit)(value)
            isPossible = range.contains(stored)
        } catch {
            // The server explains the fault of the unit.
            return
        }
        guard isPossible else {
            let display = DisplayUnit(storageUnit, of: type)
            let bound = { (number: Double) in "\(display.text(of: number)) \(display.text)" }
            let limits =
                range.upperBound.isFinite
                ? "is between \(bound(range.lowerBound)) and \(bound(range.upperBound))"
                : "is not below \(bound(range.lowerBound))"
            throw InputError("The value is impossible: \(type.shortName) \(limits). Use --force to save it.")
        }
    }
}
