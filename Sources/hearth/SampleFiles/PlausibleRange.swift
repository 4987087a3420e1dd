import HearthModel

/// The values that a quantity type can have by its definition or by physics, and of some types those that a person can
/// have. What is healthy does not matter.
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
    static let shares: Set = [
        "oxygenSaturation", "bodyFatPercentage", "bloodAlcoholContent", "atrialFibrillationBurden",
        "appleWalkingSteadiness", "walkingAsymmetryPercentage", "walkingDoubleSupportPercentage",
    ]

    /// Shares that no living body has near zero: a small number was meant as a share of 1.
    private static let neverNearZero: Set = ["oxygenSaturation", "bodyFatPercentage"]

    /// What people have, in the storage unit, of types that are often written in another unit. The Python client has
    /// the same numbers.
    static let limits: [String: ClosedRange<Double>] = [
        "height": 0.2...3,
        "waistCircumference": 0.1...4,
        "bodyMass": 0.2...700,
        "leanBodyMass": 0.2...700,
        "bodyMassIndex": 3...250,
        "bodyTemperature": 13...47,
        "basalBodyTemperature": 13...47,
        "bloodGlucose": 9...3000,
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

    /// Throws for a value outside of the range. The error gives the limits in the unit of the value.
    func check(_ value: Double, in display: DisplayUnit) throws(InputError) {
        let limits: ClosedRange<Double>
        let isLikelyShare: Bool
        let units: [String]
        do throws(HearthError) {
            let isStored = display.unit == storageUnit
            let stored = try isStored ? value : UnitConversion(from: display.unit, to: storageUnit)(value)
            isLikelyShare = PlausibleRange.neverNearZero.contains(type.shortName) && 0...0.01 ~= stored
            let usual = PlausibleRange.limits[type.shortName] ?? range
            guard !range.contains(stored) || !usual.contains(stored) || isLikelyShare else { return }
            units = range.contains(stored) ? fittingUnits(value, except: display) : []
            let convert = try UnitConversion(from: storageUnit, to: display.unit)
            // The last digits of a converted limit say nothing.
            let bound = { (number: Double) in (convert(number) * 1e6).rounded() / 1e6 }
            let broken = range.contains(stored) ? usual : range
            limits = bound(broken.lowerBound)...bound(broken.upperBound)
        } catch {
            // The server explains the fault of the unit.
            return
        }
        guard !isLikelyShare else {
            throw InputError(
                "The value is impossible: it means 1 % or less. Write 97 for 97 %, or a share such as 0.97 with the unit"
                    + " '1'. Use --force to save it."
            )
        }
        let name = display.text == "1" ? "" : " \(display.text)"
        let bound = { (number: Double) in display.text(of: number) + name }
        let allowed =
            limits.upperBound.isFinite
            ? "is between \(bound(limits.lowerBound)) and \(bound(limits.upperBound))"
            : "is not below \(bound(limits.lowerBound))"
        let question = units.isEmpty ? "" : " Is its unit \(units.map { "'\($0)'" }.joined(separator: " or "))?"
        throw InputError("The value is impossible: \(type.shortName) \(allowed).\(question) Use --force to save it.")
    }

    /// The units in which a person can have the number.
    private func fittingUnits(_ value: Double, except display: DisplayUnit) -> [String] {
        guard let limits = PlausibleRange.limits[type.shortName] else { return [] }
        let units = CommonUnits.units(of: type).filter { unit in
            guard unit != display, let convert = try? UnitConversion(from: unit.unit, to: storageUnit) else {
                return false
            }
            return limits.contains(convert(value))
        }
        return units.prefix(2).map(\.text)
    }
}
