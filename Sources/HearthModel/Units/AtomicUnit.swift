/// One factor's unit: a named unit with its prefix and, for a mole, the molar mass that makes it a mass.
///
/// The symbol determines all of it, so equality and hashing use only the symbol.
struct AtomicUnit: Sendable {
    let symbol: String
    let dimension: UnitDimension
    let dimensions: UnitDimensions
    let scale: UnitScale
    let shiftInHundredths: Double

    init(_ base: BaseUnit, prefix: MetricPrefix = .none) {
        let definition = base.definition
        symbol = prefix.rawValue + base.rawValue
        dimension = definition.dimension
        dimensions = UnitDimensions(definition.dimension, power: definition.dimensionPower)
        scale = prefix.scale * definition.scale
        shiftInHundredths = definition.shiftInHundredths
    }

    /// A mole of a substance, counted as its mass.
    init(moleOf mass: MolarMass, prefix: MetricPrefix = .none) {
        symbol = "\(prefix.rawValue)\(BaseUnit.mole.rawValue)<\(mass.text)>"
        dimension = .mass
        dimensions = UnitDimensions(.mass)
        scale = prefix.scale * mass.scale
        shiftInHundredths = 0
    }
}

extension AtomicUnit {
    /// The prefix and the unit of `name`. A whole name has precedence over a prefix with a name: `min` is the minute
    /// and `pD` the prism diopter.
    static func split(_ name: String) -> (prefix: MetricPrefix, base: BaseUnit)? {
        if let base = BaseUnit(name: name) {
            return (.none, base)
        }
        for prefix in MetricPrefix.allCases where prefix != .none && name.hasPrefix(prefix.rawValue) {
            let rest = String(name.dropFirst(prefix.rawValue.count))
            if let base = BaseUnit(name: rest), base.takesPrefix {
                return (prefix, base)
            }
        }
        return nil
    }
}

extension AtomicUnit: Hashable {
    static func == (left: AtomicUnit, right: AtomicUnit) -> Bool {
        left.symbol == right.symbol
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(symbol)
    }
}

/// Grams in a mole of a substance.
struct MolarMass: Sendable {
    let text: String
    let scale: UnitScale

    /// From lighter than an electron's to heavier than a chromosome's. `Double` prints this range without an exponent.
    private static let allowed = 0.0001...1e12
    /// More digits than a `Double` has are only a burden.
    private static let longestText = 24

    /// The mass that `text` (digits, with or without a decimal point between them) gives.
    init?(_ text: Substring) {
        guard text.utf8.count <= MolarMass.longestText, isDecimal(text), let exact = Double(text),
            MolarMass.allowed.contains(exact)
        else { return nil }
        let (mass, printed) = MolarMass.printable(exact)
        let canonical = printed.hasSuffix(".0") ? String(printed.dropLast(2)) : printed
        self.text = canonical
        scale = MolarMass.scale(of: mass, printed: canonical)
    }

    /// The nearest mass that HealthKit can print, with 16 significant digits, and how it does: a unit that is parsed from
    /// its text is the same again.
    private static func printable(_ exact: Double) -> (mass: Double, printed: String) {
        let printed = exact.description
        // Most masses have a few digits.
        guard printed.utf8.count > 17 else { return (exact, printed) }
        let parts = printed.split(separator: ".").map(String.init)
        guard parts.count == 2, let digits = UInt64(parts.joined()), digits >= 10_000_000_000_000_000 else {
            return (exact, printed)
        }
        let rounded = String((digits + 5) / 10)
        let decimals = parts[1].utf8.count - 1
        let padded = String(repeating: "0", count: max(0, decimals + 1 - rounded.utf8.count)) + rounded
        let mass = Double("\(padded.dropLast(decimals)).\(padded.suffix(decimals))") ?? exact
        return (mass, mass.description)
    }

    /// The decimal that was meant as a fraction, when its digits fit a `Double` exactly; else the nearest `Double`.
    private static func scale(of mass: Double, printed: String) -> UnitScale {
        var digits: UInt64 = 0
        var decimals = 0
        var isBehindPoint = false
        for byte in printed.utf8 {
            guard byte != UInt8(ascii: ".") else {
                isBehindPoint = true
                continue
            }
            // Checked at every digit, so that no number of digits overflows.
            guard isDigit(byte), digits <= 1 << 53 else { return UnitScale(mass) }
            digits = digits * 10 + UInt64(byte - UInt8(ascii: "0"))
            decimals += isBehindPoint ? 1 : 0
        }
        guard digits <= 1 << 53, decimals <= 22 else { return UnitScale(mass) }
        let tens = UnitScale(10).raised(to: decimals)
        return UnitScale(Double(digits), over: tens.numerator)
    }
}

/// Whether a text is digits, with or without a decimal point between them.
private func isDecimal(_ text: Substring) -> Bool {
    var hasPoint = false
    var isAfterDigit = false
    for byte in text.utf8 {
        if isDigit(byte) {
            isAfterDigit = true
        } else {
            guard byte == UInt8(ascii: "."), isAfterDigit, !hasPoint else { return false }
            hasPoint = true
            isAfterDigit = false
        }
    }
    return isAfterDigit
}

private func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}
