/// Converts values from one unit to another.
///
/// A conversion is one multiplication and one division, with an addition in between for temperatures. If the product is
/// exact, which it is for values of few digits, the result is rounded once: 37 degC is exactly 98.6 degF.
package struct UnitConversion: Sendable {
    private enum Form {
        case identity
        case scaled(numerator: Double, denominator: Double)
        case affine(numerator: Double, addend: Double, denominator: Double)
    }

    private let form: Form

    /// Throws ``ErrorCode/incompatibleUnit`` when the units measure different things.
    package init(from source: Unit, to target: Unit) throws(HearthError) {
        // The most common case: the values have the requested unit already.
        guard source != target else {
            form = .identity
            return
        }
        guard source.isCompatible(with: target) else {
            throw HearthError(.incompatibleUnit, "The unit \(source) cannot be converted to \(target).")
        }
        form = UnitConversion.form(
            from: source.contents,
            to: target.contents.scale,
            shiftInHundredths: target.contents.shiftInHundredths
        )
    }

    /// Converts to the base units of a dimension. Quantities in different units are equal if these values are.
    package init(toBaseOf source: Unit) {
        form = UnitConversion.form(from: source.contents, to: .one, shiftInHundredths: 0)
    }

    private static func form(
        from source: UnitContents,
        to target: UnitScale,
        shiftInHundredths targetShift: Double
    ) -> Form {
        let ratio = computable(source.scale * target.inverse)
        let (numerator, denominator) = (ratio.numerator, ratio.denominator)
        // y = (x + s) * n/d - t  is  (x * n + (s*n - t*d)) / d; the shifts s and t are hundredths.
        let hundredths = source.shiftInHundredths * numerator - targetShift * denominator
        if hundredths == 0 {
            return numerator == denominator ? .identity : .scaled(numerator: numerator, denominator: denominator)
        }
        // Before a division the whole fraction is multiplied by a hundred, so that the addend is a whole number.
        let hundred = denominator == 1 ? 1.0 : 100
        let divisor = commonDivisor(commonDivisor(numerator * hundred, denominator * hundred), hundredths.magnitude)
        return .affine(
            numerator: numerator * hundred / divisor,
            addend: hundredths / (100 / hundred) / divisor,
            denominator: denominator * hundred / divisor
        )
    }

    /// Numbers so large that multiplying by one could overflow before the division brings it back are long inexact,
    /// and become one factor.
    private static func computable(_ ratio: UnitScale) -> UnitScale {
        let harmless = 1e-60...1e60
        let isHarmless = harmless.contains(ratio.numerator) && harmless.contains(ratio.denominator)
        return isHarmless ? ratio : UnitScale(ratio.factor)
    }

    /// Whether values stay as they are, to the bit.
    package var isIdentity: Bool {
        if case .identity = form { true } else { false }
    }

    package func callAsFunction(_ value: Double) -> Double {
        switch form {
        case .identity: value
        case .scaled(let numerator, let denominator): value * numerator / denominator
        case .affine(let numerator, let addend, let denominator): (value * numerator + addend) / denominator
        }
    }

    /// Converts every value in place, each to the same bits as ``callAsFunction(_:)`` gives.
    package func apply(to values: inout [Double]) {
        // The form is chosen once, outside of the loops, so that they compile to vector instructions.
        switch form {
        case .identity:
            break
        case .scaled(let numerator, let denominator) where denominator == 1:
            for index in values.indices { values[index] *= numerator }
        case .scaled(let numerator, let denominator):
            for index in values.indices { values[index] = values[index] * numerator / denominator }
        case .affine(let numerator, let addend, let denominator):
            for index in values.indices { values[index] = (values[index] * numerator + addend) / denominator }
        }
    }
}
