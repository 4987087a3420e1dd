/// The size of a unit in its base unit, kept as a fraction.
///
/// One factor would already be rounded for most units (0.001 is not a binary fraction). Whole numerators and
/// denominators are exact, so that a conversion rounds only what it has to.
struct UnitScale: Hashable, Sendable {
    let numerator: Double
    let denominator: Double

    static let one = UnitScale(1)

    init(_ numerator: Double, over denominator: Double = 1) {
        let divisor = commonDivisor(numerator, denominator)
        self.numerator = numerator / divisor
        self.denominator = denominator / divisor
    }

    /// Only for a fraction that is already in lowest terms.
    private init(reducedNumerator numerator: Double, denominator: Double) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// The fraction as one number, rounded once.
    var factor: Double { numerator / denominator }

    var inverse: UnitScale { UnitScale(reducedNumerator: denominator, denominator: numerator) }

    static func * (left: UnitScale, right: UnitScale) -> UnitScale {
        // Reducing crosswise before the multiplication keeps the products small, and small whole numbers are exact.
        let first = commonDivisor(left.numerator, right.denominator)
        let second = commonDivisor(right.numerator, left.denominator)
        return UnitScale(
            reducedNumerator: (left.numerator / first) * (right.numerator / second),
            denominator: (left.denominator / second) * (right.denominator / first)
        )
    }

    func raised(to power: Int) -> UnitScale {
        let magnitude = power.magnitude
        let result = UnitScale(
            reducedNumerator: integralPower(numerator, magnitude),
            denominator: integralPower(denominator, magnitude)
        )
        return power < 0 ? result.inverse : result
    }
}

/// The greatest common divisor when both are whole numbers that it can be worked out for; else 1.
///
/// Dividing both numbers by it is exact: it takes away prime factors of their mantissas, and powers of two.
func commonDivisor(_ first: Double, _ second: Double) -> Double {
    guard var larger = wholeNumber(first), var smaller = wholeNumber(second) else { return 1 }
    while smaller > 0 {
        (larger, smaller) = (smaller, larger % smaller)
    }
    return Double(larger)
}

/// `value` when it is a whole number from 1 to 2^63.
///
/// `UInt64(exactly:)` would do, but it calls the C library's `trunc`, and a program of pure Swift is not linked with
/// the library that has it.
private func wholeNumber(_ value: Double) -> UInt64? {
    guard value >= 1, value <= 0x1p63 else { return nil }
    let whole = UInt64(value)
    return Double(whole) == value ? whole : nil
}

/// `base` to a small power by squaring: few roundings, and none as long as the result is a whole number below 2^53.
private func integralPower(_ base: Double, _ power: UInt) -> Double {
    var result = 1.0
    var square = base
    var remaining = power
    while remaining > 0 {
        if remaining & 1 == 1 { result *= square }
        square *= square
        remaining >>= 1
    }
    return result
}
