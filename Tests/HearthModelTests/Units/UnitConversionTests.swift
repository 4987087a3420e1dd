import HearthModel
import Testing

@Suite struct UnitConversionTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var from: String
        var to: String
        var value: Double
        var expected: Double

        init(_ from: String, _ to: String, _ value: Double, _ expected: Double) {
            (self.from, self.to, self.value, self.expected) = (from, to, value, expected)
        }

        var testDescription: String { "\(value) \(from) in \(to)" }
    }

    /// Worked out with exact fractions outside of Swift, from the definitions of the units, and rounded once.
    /// The values have few digits: for others the multiplication may round too.
    static let exact: [Case] = [
        Case("mg", "g", 1, 0.001),
        Case("g", "mg", 0.003, 3),
        Case("kg", "lb", 70.5, 155.42589484033869),
        Case("lb", "kg", 154.3, 69.989302691),
        Case("st", "kg", 11.5, 73.02837157),
        Case("oz", "g", 3, 85.048569375),
        Case("ft", "cm", 6, 182.88),
        Case("in", "cm", 70, 177.8),
        Case("mi", "km", 26.2, 42.1648128),
        Case("km", "mi", 42.195, 26.218757456454306),
        Case("yd", "m", 100, 91.44),
        Case("kcal", "kJ", 250, 1046),
        Case("kJ", "kcal", 1046, 250),
        Case("cal", "J", 7, 29.288),
        Case("mmHg", "kPa", 120, 15.9986864898),
        Case("kPa", "mmHg", 16, 120.00985213530501),
        Case("inHg", "mmHg", 29.92, 759.9678922026301),
        Case("cmAq", "Pa", 12, 1176.798),
        Case("atm", "kPa", 1, 101.325),
        Case("min", "hr", 50, 0.8333333333333334),
        Case("s", "min", 90, 1.5),
        Case("d", "hr", 1.5, 36),
        Case("ms", "s", 45.3, 0.0453),
        Case("count/min", "count/s", 61, 1.0166666666666666),
        Case("count/s", "count/min", 1.1, 66),
        Case("km/hr", "m/s", 10, 2.7777777777777777),
        Case("mi/hr", "km/hr", 6, 9.656064),
        Case("mg/dL", "mmol<180.156>/L", 90, 4.995670418970226),
        Case("mmol<180.156>/L", "mg/dL", 5.5, 99.0858),
        Case("m^3", "L", 2.5, 2500),
        Case("L", "m^3", 7, 0.007),
        Case("fl_oz_us", "mL", 8, 236.5882365),
        Case("cup_us", "fl_oz_us", 1, 8),
        Case("pt_imp", "cup_imp", 1, 2),
        Case("mL", "dL", 355, 3.55),
        Case("(km/hr)^2", "m^2/s^2", 9, 0.6944444444444444),
        Case("kg/m^2", "lb/ft^2", 22.4, 4.587881617144486),
        Case("kcal/(kg*hr)", "J/(g*s)", 3.3, 0.003835333333333333),
        Case("mL/(kg*min)", "L/(g*s)", 42, 7e-07),
        Case("fg", "Tg", 1, 1e-27),
        Case("Tg", "fg", 2, 2e27),
        Case("nm^3", "m^3", 5, 5e-27),
    ]

    @Test(arguments: exact)
    func isRoundedOnce(_ row: Case) throws {
        let conversion = try UnitConversion(from: Unit(row.from), to: Unit(row.to))
        #expect(conversion(row.value) == row.expected)
    }

    static let temperatures: [Case] = [
        Case("degC", "degF", 37, 98.6),
        Case("degF", "degC", 98.6, 37),
        Case("degC", "degF", -40, -40),
        Case("degC", "degF", 0, 32),
        Case("degF", "degC", 32, 0),
        Case("degF", "degC", 212, 100),
        Case("degC", "K", 0, 273.15),
        Case("K", "degC", 273.15, 0),
        Case("K", "degC", 310.15, 37),
        Case("degC", "mK", 1, 274_150),
        Case("K", "degF", 0, -459.67),
        Case("degF", "K", -459.67, 0),
        Case("degF", "K", 0, 255.37222222222223),
        Case("degF", "mK", 32, 273_150),
        Case("K", "mK", 1.5, 1500),
        // In compound units and powers degrees are differences.
        Case("degC.m", "degF.m", 1.1, 1.98),
        Case("degC/min", "K/min", 1, 1),
        Case("1/degC", "1/K", 3, 3),
        Case("degC^2", "K^2", 2, 2),
        Case("degC·m/m", "K", 0, 273.15),
    ]

    @Test(arguments: temperatures)
    func temperature(_ row: Case) throws {
        let conversion = try UnitConversion(from: Unit(row.from), to: Unit(row.to))
        #expect(conversion(row.value) == row.expected)
    }

    /// Nine times 36.6 is not a `Double`: the product is rounded as well, and the result can be a neighbour.
    @Test(arguments: [
        Case("degC", "degF", 36.6, 97.88), Case("degF", "degC", 97.88, 36.6), Case("degC", "degF", 38.9, 102.02),
        Case("degF", "K", 97.88, 309.75), Case("degC", "K", 36.6, 309.75), Case("ft", "cm", 5.9, 179.832),
    ])
    func isANeighbourWhenTheProductIsRounded(_ row: Case) throws {
        let conversion = try UnitConversion(from: Unit(row.from), to: Unit(row.to))
        #expect(conversion(row.value).isWithinOneUlp(of: row.expected))
    }

    @Test(arguments: [
        ("%", "count"), ("count", "%"), ("Cal", "kcal"), ("l", "L"), ("m^3", "kL"), ("mcg", "mcg"), ("degF", "degF"),
        ("mL/g", "L/kg"), ("()", "L/dm^3"), ("%/min", "count/min"), ("mol<180>", "mol<180.0>"), ("degC·m", "K·m"),
    ])
    func identityKeepsBits(_ from: String, _ to: String) throws {
        let conversion = try UnitConversion(from: Unit(from), to: Unit(to))
        #expect(conversion.isIdentity)
        let values: [Double] = [0.1, -0.0, .leastNonzeroMagnitude, .infinity, Double(nan: 7, signaling: false)]
        var converted = values
        conversion.apply(to: &converted)
        #expect(converted.map(\.bitPattern) == values.map(\.bitPattern))
        #expect(values.map { conversion($0).bitPattern } == values.map(\.bitPattern))
    }

    @Test(arguments: [
        ("g", "mg"), ("mg", "g"), ("mi/hr", "m/s"), ("degC", "K"), ("degC", "degF"), ("degF", "degC"), ("deg", "rad"),
        ("Tm^5", "fm^5"),
    ])
    func arraysAreConvertedAsSingleValues(_ from: String, _ to: String) throws {
        let conversion = try UnitConversion(from: Unit(from), to: Unit(to))
        #expect(!conversion.isIdentity)
        var random = UnitTestRandom()
        let values =
            [0, -0.0, 37, -1e-300, .infinity] + (0..<1000).map { _ in Double.random(in: -1e4...1e4, using: &random) }
        var converted = values
        conversion.apply(to: &converted)
        #expect(converted.map(\.bitPattern) == values.map { conversion($0).bitPattern })
        var none: [Double] = []
        conversion.apply(to: &none)
        #expect(none.isEmpty)
    }

    @Test func moles() throws {
        let glucose = try Unit("mol<180.156>")
        #expect(glucose.factorToBase == 180.156)
        #expect(glucose.isCompatible(with: .gram))
        #expect(try glucose.isCompatible(with: Unit("mol<58.44>")))
        #expect(try !glucose.isCompatible(with: Unit("mol")))
        #expect(try Unit("mmol").factorToBase == 0.001)
        // The molar mass as HealthKit's constant gives it, and as an export prints it.
        let constant = try UnitConversion(from: Unit("mmol<180.15588000005408>/L"), to: Unit("mg/dL"))
        let exported = try UnitConversion(from: Unit("mmol<180.1558800000541>/L"), to: Unit("mg/dL"))
        #expect(constant(5).relativeError(to: 90.07794000002704) < 1e-15)
        #expect(exported(5).relativeError(to: 90.07794000002705) < 1e-15)
    }

    @Test(arguments: [
        ("W", "J/s"), ("Hz", "1/s"), ("Hz", "count/s"), ("dBASPL", "Pa"), ("dBASPL", "dBHL"), ("kg", "m"), ("m", "m^2"),
        ("D", "1/m"), ("()", "count^2"), ("%", "1/s"), ("mol", "count"), ("IU", "g"), ("count/min", "count"),
        ("g", "1/g"),
        ("appleEffortScore", "count"), ("Pa", "J/m^3"), ("rad", "()"), ("kg·m^2/s^2", "J"), ("1/s", "count/s"),
    ])
    func incompatibleIsTypedError(_ from: String, _ to: String) throws {
        let (source, target) = (try Unit(from), try Unit(to))
        #expect(!source.isCompatible(with: target))
        #expect(!target.isCompatible(with: source))
        do throws(HearthError) {
            _ = try UnitConversion(from: source, to: target)
            Issue.record("\(from) was converted to \(to)")
        } catch {
            #expect(error.code == .incompatibleUnit)
            #expect(error.message == "The unit \(source.text) cannot be converted to \(target.text).")
        }
    }

    @Test(arguments: [
        ("m^3", "L"), ("dL/L", "()"), ("kg/m^2", "lb/ft^2"), ("L/m", "m^2"), ("1/L", "1/m^3"), ("m/s", "km/hr"),
    ])
    func compatible(_ left: String, _ right: String) throws {
        #expect(try Unit(left).isCompatible(with: Unit(right)))
        #expect(try Unit(right).isCompatible(with: Unit(left)))
    }
}
