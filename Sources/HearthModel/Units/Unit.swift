/// A unit of measurement, as in HealthKit: a product of atomic units to integer powers.
///
/// Two units are equal when they are the same product, in whatever order it was written. `Cal` and `kcal` differ,
/// although every value in one is the same value in the other.
///
/// A copy is one reference, and comparing a unit with itself compares only references.
package struct Unit: Sendable {
    /// The longest text that is read or printed, in bytes of UTF-8.
    package static let longestText = 128

    let contents: UnitContents

    /// Reads a unit such as `mg/dL`, `kcal/(kg*hr)` or `mmol<180.156>/L`.
    ///
    /// Throws ``ErrorCode/incompatibleUnit`` for a text that is not a unit.
    package init(_ text: String) throws(HearthError) {
        do throws(UnitFault) {
            let contents = UnitContents(try UnitParser.factors(of: text))
            try contents.checkLimits()
            self.contents = contents
        } catch {
            throw error.textError
        }
    }

    /// Only for products that are within the limits of a parsed unit.
    init(known factors: UnitFactors) {
        contents = UnitContents(factors)
    }

    /// Only for contents that were checked.
    init(_ contents: UnitContents) {
        self.contents = contents
    }
}

extension Unit {
    /// How HealthKit would print the unit. Parses back to an equal unit.
    package var text: String { contents.text }

    /// Whether everything cancelled out, as in `m/m`. `dL/L` is not the null unit; both are numbers, to which a count and
    /// a percentage convert.
    package var isNull: Bool { contents.factors.isEmpty }

    /// Whether values in one unit can be converted to the other.
    package func isCompatible(with other: Unit) -> Bool {
        self == other || contents.dimensions == other.contents.dimensions
    }

    /// The size of this unit in its base unit: 0.001 for `mg`, whose base unit is the gram.
    package var factorToBase: Double { contents.scale.factor }

    /// The unit's zero in the base unit: 273.15 for `degC`. 0 except for temperatures.
    package var offsetToBase: Double {
        let scale = contents.scale
        return contents.shiftInHundredths * scale.numerator / (100 * scale.denominator)
    }
}

extension Unit: Hashable {
    // Equal products have equal texts: the factors are sorted, and the symbols determine them.
    package static func == (left: Unit, right: Unit) -> Bool {
        left.contents === right.contents || left.contents.text == right.contents.text
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(contents.text)
    }
}

extension Unit: CustomStringConvertible {
    package var description: String { text }
}

/// A unit and its derived properties, computed once.
final class UnitContents: Sendable {
    let factors: [UnitFactor]
    let text: String
    let dimensions: UnitDimensions
    let scale: UnitScale
    /// See ``UnitDefinition/shiftInHundredths``. 0 for every product but a lone temperature: in `degC·m`, degrees are
    /// differences.
    let shiftInHundredths: Double

    init(_ product: UnitFactors) {
        factors = product.sorted
        text = printedText(of: factors)
        let dimensions = factors.reduce(.none) { $0 * $1.unit.dimensions.raised(to: $1.power) }
        // A unit without a dimension is a number, like a count or a percentage.
        self.dimensions = dimensions == .none ? UnitDimensions(.scalar) : dimensions
        scale = factors.reduce(.one) { $0 * $1.unit.scale.raised(to: $1.power) }
        if let only = factors.first, factors.count == 1, only.power == 1 {
            shiftInHundredths = only.unit.shiftInHundredths
        } else {
            shiftInHundredths = 0
        }
    }

    /// Quotients and products of two numbers within these limits are normal numbers.
    private static let usable = 1e-150...1e150

    func checkLimits() throws(UnitFault) {
        // A group to a power prints longer than it was written.
        guard text.utf8.count <= Unit.longestText else { throw .tooLong }
        let sizes = [scale.numerator, scale.denominator, scale.factor]
        guard sizes.allSatisfy(UnitContents.usable.contains) else { throw .outOfRange }
    }
}
