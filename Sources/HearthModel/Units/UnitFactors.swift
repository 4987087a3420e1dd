/// An atomic unit to a power.
struct UnitFactor: Hashable, Sendable {
    let unit: AtomicUnit
    var power: Int
}

/// A product of atomic units in which each occurs once.
struct UnitFactors: Sendable {
    private(set) var list: [UnitFactor] = []

    static let mostFactors = 16
    static let highestPower = 15

    init() {}

    /// Only for the factors of a checked product.
    init(_ factors: [UnitFactor]) {
        list = factors
    }

    init(_ unit: AtomicUnit) {
        list = [UnitFactor(unit: unit, power: 1)]
    }

    /// Multiplies by `other` to the power `sign`. The powers are not checked until ``checked()``, so that a factor may
    /// be large for as long as a later one cancels it.
    mutating func multiply(by other: UnitFactors, sign: Int = 1) throws(UnitFault) {
        for factor in other.list {
            // Short lists: looking through them is faster than hashing.
            if let index = list.firstIndex(where: { $0.unit == factor.unit }) {
                list[index].power += sign * factor.power
            } else if list.count < UnitFactors.mostFactors {
                list.append(UnitFactor(unit: factor.unit, power: sign * factor.power))
            } else {
                throw .tooManyFactors
            }
        }
    }

    /// The product without cancelled factors, with every power within its limit.
    func checked() throws(UnitFault) -> UnitFactors {
        var result = self
        result.list.removeAll { $0.power == 0 }
        guard result.list.allSatisfy({ $0.power.magnitude <= UnitFactors.highestPower }) else {
            throw .powerTooHigh
        }
        return result
    }

    /// Only for a checked product: both powers are small, so that nothing overflows.
    func raised(to power: Int) throws(UnitFault) -> UnitFactors {
        var result = self
        for index in result.list.indices {
            result.list[index].power *= power
        }
        return try result.checked()
    }

    /// In the order of a printed unit, independent of the order of the text.
    var sorted: [UnitFactor] {
        list.sorted { ($0.unit.dimension.rawValue, $0.unit.symbol) < ($1.unit.dimension.rawValue, $1.unit.symbol) }
    }
}
