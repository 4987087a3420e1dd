/// The dimension of a unit. HealthKit treats many derived quantities as basic: a watt is not a joule a second, and a
/// hertz is not a count a second.
///
/// The order is that of the factors in a printed unit. HealthKit writes `mL/min·kg` and `kcal/hr·kg`, so time precedes
/// mass.
enum UnitDimension: Int, CaseIterable, Sendable {
    case scalar
    case energy
    case power
    case length
    case time
    case mass
    case amount
    case temperature
    case pressure
    case frequency
    case conductance
    case electricPotentialDifference
    case angle
    case illuminance
    case soundPressureLevel
    case hearingSensitivity
    case pharmacology
    case opticalPower
    case prismDiopter
    case appleEffortScore
}

/// The power of every dimension in a unit. Units with the same powers convert into each other.
struct UnitDimensions: Hashable, Sendable {
    /// One lane a dimension. Sixteen factors of at most a cubed length to the 15th stay far below the lane's limit.
    private var powers: SIMD32<Int16>

    static let none = UnitDimensions(powers: .zero)

    private init(powers: SIMD32<Int16>) {
        self.powers = powers
    }

    init(_ dimension: UnitDimension, power: Int16 = 1) {
        powers = .zero
        powers[dimension.rawValue] = power
    }

    static func * (left: UnitDimensions, right: UnitDimensions) -> UnitDimensions {
        UnitDimensions(powers: left.powers &+ right.powers)
    }

    func raised(to power: Int) -> UnitDimensions {
        UnitDimensions(powers: powers &* Int16(truncatingIfNeeded: power))
    }
}
