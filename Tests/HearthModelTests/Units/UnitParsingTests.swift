import HearthModel
import Testing

@Suite struct UnitParsingTests {
    /// A text, and how HealthKit prints the unit.
    static let printed: [(text: String, printed: String)] = [
        ("count/min", "count/min"),
        ("mg/dL", "mg/dL"),
        ("kcal/(kg*hr)", "kcal/hr·kg"),
        ("kcal/hr·kg", "kcal/hr·kg"),
        ("ml/(kg*min)", "mL/min·kg"),
        ("mL/kg.min", "mL/min·kg"),
        ("mL/min·kg", "mL/min·kg"),
        ("ml", "mL"),
        ("mcl", "mcL"),
        ("dal", "daL"),
        ("mmol<180.1558800000541>/L", "mmol<180.1558800000541>/L"),
        ("mmol<180.15588000005408>/L", "mmol<180.1558800000541>/L"),
        ("mol<0.012345678901234567>", "mol<0.01234567890123457>"),
        ("mol<99999.999999999999>", "mol<100000>"),
        ("mol<180.0>", "mol<180>"),
        ("mol<00180.1560>", "mol<180.156>"),
        ("mol", "mol"),
        ("mmol/L", "mmol/L"),
        ("1/s", "1/s"),
        ("()/s", "1/s"),
        ("s^-1", "1/s"),
        ("(s)^-1", "1/s"),
        ("1", "()"),
        ("()", "()"),
        ("(())", "()"),
        ("m/m", "()"),
        ("(m/m)", "()"),
        ("m^0", "()"),
        ("m/1", "m"),
        ("dL/L", "dL/L"),
        ("m*m", "m^2"),
        ("m·s/m", "s"),
        ("(km/hr)^2", "km^2/hr^2"),
        ("(km/hr)^-2", "hr^2/km^2"),
        ("m/s^-2", "m·s^2"),
        ("m/(s/(kg/L))", "m·kg/L·s"),
        ("((((((((m))))))))", "m"),
        ("m^15", "m^15"),
        ("m^015", "m^15"),
        ("m^9·m^9/m^9", "m^9"),
        ("L^2/m^3", "L^2/m^3"),
    ]

    @Test(arguments: printed)
    func printsAsHealthKit(_ text: String, _ printed: String) throws {
        let unit = try Unit(text)
        #expect(unit.text == printed)
        #expect(unit.description == printed)
        #expect(try Unit(printed) == unit)
    }

    @Test func orderDoesNotMatter() throws {
        let unit = try Unit("kcal/(kg*hr)")
        let other = try Unit("1/hr·kg*kcal^-1")
        #expect(unit == other)
        #expect(unit.hashValue == other.hashValue)
        #expect(Set([unit, other]).count == 1)
    }

    @Test func equalityIsOfProducts() throws {
        #expect(try Unit("l") == Unit("L"))
        #expect(try Unit("Cal") != Unit("kcal"))
        #expect(try Unit("m^3") != Unit("kL"))
        #expect(try Unit("%") != Unit.count)
        #expect(try Unit("mol<180.156>") != Unit("mol<180.15>"))
    }

    @Test func nullIsOnlyWhatCancelsOut() throws {
        #expect(try Unit("m/m") == Unit.null)
        #expect(Unit.null.isNull)
        #expect(try !Unit("dL/L").isNull)
        #expect(try !Unit("km/m").isNull)
        #expect(!Unit.count.isNull)
    }

    @Test(arguments: ["()", "m/m", "dL/L", "mg/kg", "count", "%"]) func whatHasNoDimensionIsANumber(_ text: String)
        throws
    {
        let unit = try Unit(text)
        for number in [Unit.null, .count, .percent] {
            #expect(unit.isCompatible(with: number) && number.isCompatible(with: unit))
            #expect(try UnitConversion(from: number, to: unit)(unit.factorToBase) == 1)
        }
        #expect(try !unit.isCompatible(with: Unit("1/s")) && !unit.isCompatible(with: Unit("count^2")))
    }

    /// Whole names go before prefixes.
    @Test func ambiguousNames() throws {
        func factor(_ text: String) throws -> Double { try Unit(text).factorToBase }
        #expect(try factor("min") == 60)
        #expect(try factor("ft") == 0.3048)
        #expect(try factor("d") == 86_400)
        #expect(try factor("dag") == 10)
        #expect(try factor("mcm") == 1e-6)
        #expect(try factor("mmHg") == 133.322387415)
        #expect(try Unit("min").isCompatible(with: .second))
        #expect(try Unit("Pa").isCompatible(with: Unit("mmHg")))
        #expect(try Unit("pt_us").isCompatible(with: .liter))
        #expect(try !Unit("pD").isCompatible(with: Unit("D")))
    }

    @Test func staticUnitsAreTheirTexts() throws {
        let texts: [(Unit, String)] = [
            (.null, "()"), (.count, "count"), (.percent, "%"), (.second, "s"), (.millisecond, "ms"), (.minute, "min"),
            (.hour, "hr"), (.day, "d"), (.meter, "m"), (.centimeter, "cm"), (.kilometer, "km"), (.gram, "g"),
            (.kilogram, "kg"), (.liter, "L"), (.milliliter, "mL"), (.kilocalorie, "kcal"), (.kelvin, "K"),
            (.degreeCelsius, "degC"), (.millimeterOfMercury, "mmHg"),
        ]
        for (unit, text) in texts {
            #expect(try unit == Unit(text))
            #expect(unit.text == text)
        }
    }
}

@Suite struct UnitRefusalTests {
    static let refused: [String] = [
        // Not names.
        "", " ", "g ", " g", "foo", "G", "KG", "Kg", "LB", "Min", "gram", "count ", "COUNT", "µg", "\u{212A}", "%%",
        "_",
        // Prefixes that the unit does not take, alone or twice.
        "k", "mc", "da", "kcount", "mcount", "kin", "mft", "ccal", "MCal", "mmin", "khr", "ddegC", "kIU", "mD", "kpD",
        "mdeg", "kdBASPL", "kmmHg", "kkg", "mcmg", "dag_", "k%", "cd", "kl_", "mfl_oz_us", "ML_",
        // Molar masses.
        "mol<", "mol<>", "mol<1", "mol<.5>", "mol<5.>", "mol<1.2.3>", "mol<1e3>", "mol<-1>", "mol<0>", "mol<0.0>",
        "mol<nan>", "mol<inf>", "mol<M>", "mol<180,156>", "mol<9999999999999>", "mol<0.00001>", "g<180>", "mol 180",
        "mol<180.156", "mol<<180>>", "mol<1>2", "mol<1111111111111111111111111>",
        // Products and groups.
        "*", "/", ".", "·", "g*", "*g", "g**g", "g·", "·g", "g..g", "g/", "/s", "g//s", "g/s/m", "g/s·m/L", "(g", "g)",
        ")", "(", "(g))", "((g)", "( )", "(g s)", "g s", "g(s)", "(g)(s)", "(g/s/m)", "gs", "11", "2/s", "1.5", "0",
        "1g",
        // Powers.
        "m^", "m^-", "m^^2", "m^+2", "m^x", "m^2.5", "m^2^3", "m^(2)", "m^--2", "^2", "m ^2", "m^ 2", "m^16", "m^-16",
        "m^99999999999999999999", "(m^4)^4", "m^8·m^8", "(m^-15)^-2", "m2",
        // Bytes that are no text of a unit.
        "g\0", "\0", "g\n", "g\u{301}", "m\u{b2}", "g\u{22C5}s", "\u{1F3C3}", "g\u{200B}",
    ]

    @Test(arguments: refused)
    func refusesWithTypedError(_ text: String) {
        do throws(HearthError) {
            let unit = try Unit(text)
            Issue.record("\(text.debugDescription) was read as \(unit)")
        } catch {
            #expect(error.code == .incompatibleUnit)
            #expect(error.message.hasPrefix("The text is not a unit: "))
            #expect(error.message.unicodeScalars.allSatisfy { $0 == "·" || (" "..."~").contains($0) })
        }
    }
}
