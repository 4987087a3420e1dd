import HearthModel
import Testing

/// Random products, checked against the rows of units.tsv and nothing of the code's own table.
@Suite struct UnitPropertyTests {
    struct Product {
        var text = ""
        var factor = 1.0
        /// The power of every base unit.
        var base: [String: Int] = [:]
    }

    static let atoms = UnitTableTests.rows.filter { $0.base != "()" }

    /// A product of up to four rows, written in one of the ways that the grammar has.
    private static func randomProduct(_ random: inout UnitTestRandom) -> Product {
        var product = Product()
        var parts: [String] = []
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            guard let atom = atoms.randomElement(using: &random) else { continue }
            let power = [-2, -1, 1, 2].randomElement(using: &random) ?? 1
            parts.append(power == 1 ? atom.text : "\(atom.text)^\(power)")
            product.multiply(by: atom, power: power)
        }
        let separator = ["*", ".", "·"].randomElement(using: &random) ?? "*"
        product.text = parts.joined(separator: separator)
        if Bool.random(using: &random) { product.text = "1/(\(product.text))^-1" }
        return product
    }

    @Test func printedTextParsesBack() throws {
        var random = UnitTestRandom()
        for _ in 0..<3000 {
            let product = Self.randomProduct(&random)
            let unit = try Unit(product.text)
            let again = try Unit(unit.text)
            #expect(again == unit && again.text == unit.text, "\(product.text), seed \(random.seed)")
            #expect(again.factorToBase == unit.factorToBase, "\(product.text), seed \(random.seed)")
        }
    }

    @Test func aMolarMassThatIsPrintedParsesBack() throws {
        var random = UnitTestRandom()
        for _ in 0..<3000 {
            let mass =
                Double.random(in: 1...2, using: &random)
                * [1e-4, 1e-2, 1, 10, 100, 1e4, 1e8, 5e11][
                    Int.random(in: 0...7, using: &random)
                ]
            let unit = try Unit("mmol<\(mass)>/L")
            let again = try Unit(unit.text)
            #expect(again == unit && again.text == unit.text, "\(mass), seed \(random.seed)")
            #expect(again.factorToBase == unit.factorToBase, "\(mass), seed \(random.seed)")
            #expect(unit.text.filter(\.isNumber).drop { $0 == "0" }.count <= 16, "\(unit), seed \(random.seed)")
        }
    }

    @Test func factorIsProductOfTheTablesFactors() throws {
        var random = UnitTestRandom()
        for _ in 0..<3000 {
            let product = Self.randomProduct(&random)
            let unit = try Unit(product.text)
            let error = unit.factorToBase.relativeError(to: product.factor)
            #expect(error < 1e-14, "\(product.text), seed \(random.seed)")
        }
    }

    @Test func compatibilityIsEqualPowersOfTheTablesBaseUnits() throws {
        var random = UnitTestRandom()
        for _ in 0..<3000 {
            let (left, right) = (Self.randomProduct(&random), Self.randomProduct(&random))
            let areCompatible = try Unit(left.text).isCompatible(with: Unit(right.text))
            #expect(
                areCompatible == (left.measured == right.measured),
                "\(left.text), \(right.text), seed \(random.seed)"
            )
        }
    }

    @Test func conversionThereAndBack() throws {
        var random = UnitTestRandom()
        for _ in 0..<3000 {
            let pair = Self.compatiblePair(&random)
            let (source, target) = (try Unit(pair.0), try Unit(pair.1))
            let there = try UnitConversion(from: source, to: target)
            let back = try UnitConversion(from: target, to: source)
            let value = Double.random(in: 1e-3...1e6, using: &random)
            // Four roundings of half an ulp each; an ulp is at most `ulpOfOne` of the value.
            let error = back(there(value)).relativeError(to: value)
            #expect(error <= 2 * Double.ulpOfOne, "\(value) \(pair.0) in \(pair.1), seed \(random.seed)")
        }
    }

    /// A product, and the same with every row replaced by another one of the same base unit.
    private static func compatiblePair(_ random: inout UnitTestRandom) -> (String, String) {
        var (left, right): ([String], [String]) = ([], [])
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            // Temperatures alone have shifts, and are in a test of their own.
            guard let atom = atoms.filter({ $0.base != "K" }).randomElement(using: &random),
                let other = atoms.filter({ $0.base == atom.base }).randomElement(using: &random)
            else { continue }
            let power = [-2, -1, 1, 2].randomElement(using: &random) ?? 1
            left.append("\(atom.text)^\(power)")
            right.append("\(other.text)^\(power)")
        }
        return (left.joined(separator: "·"), right.shuffled(using: &random).joined(separator: "*"))
    }

    @Test func temperaturesThereAndBack() throws {
        var random = UnitTestRandom()
        let texts = atoms(withBase: "K")
        for _ in 0..<1000 {
            guard let from = texts.randomElement(using: &random), let to = texts.randomElement(using: &random) else {
                continue
            }
            let (source, target) = (try Unit(from), try Unit(to))
            let there = try UnitConversion(from: source, to: target)
            let back = try UnitConversion(from: target, to: source)
            let value = Double.random(in: -50...150, using: &random)
            // Adding a shift of up to 460 degrees rounds in its magnitude, whatever that is in the source unit.
            let magnitude = max(abs(value), 460 / source.factorToBase)
            let error = abs(back(there(value)) - value) / magnitude
            #expect(error <= 4 * Double.ulpOfOne, "\(value) \(from) in \(to), seed \(random.seed)")
        }
    }

    private func atoms(withBase base: String) -> [String] {
        Self.atoms.filter { $0.base == base }.map(\.text)
    }
}

extension UnitPropertyTests.Product {
    /// What the product measures: without any base unit it is a number, as a count is.
    var measured: [String: Int] { base.isEmpty ? ["count": 1] : base }

    mutating func multiply(by atom: UnitTableTests.Row, power: Int) {
        for _ in 0..<abs(power) {
            factor = power < 0 ? factor / atom.factor : factor * atom.factor
        }
        let (name, each) = atom.base == "m^3" ? ("m", 3) : (atom.base, 1)
        let total = (base[name] ?? 0) + each * power
        base[name] = total == 0 ? nil : total
    }
}
