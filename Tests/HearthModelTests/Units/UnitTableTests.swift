import HearthModel
import Testing

/// Every row of the tables that were collected from HealthKit.
@Suite struct UnitTableTests {
    struct Row: CustomTestStringConvertible, Sendable {
        var text: String
        var base: String
        var factor: Double
        var offset: Double

        var testDescription: String { text }
    }

    /// The rows of units.tsv, with a mass for the molar mass that the table leaves open.
    static let rows: [Row] = {
        let fields = (try? unitFixtureRows("units.tsv")) ?? []
        return fields.compactMap { field in
            guard let text = field["unit_string"], let base = field["base_unit"],
                let factor = field["factor_to_base"], let offset = field["offset_to_base"].flatMap(Double.init)
            else { return nil }
            return Row(
                text: text == "mol<M>" ? "mol<180.156>" : text,
                base: base == "-" ? "()" : base,
                factor: factor == "M" ? 180.156 : Double(factor) ?? .nan,
                offset: offset
            )
        }
    }()

    @Test func tableIsWhole() {
        #expect(Self.rows.count == 220)
    }

    @Test(arguments: rows)
    func printsAndParsesBack(_ row: Row) throws {
        let unit = try Unit(row.text)
        #expect(unit.text == (row.text == "l" ? "L" : row.text))
        #expect(try Unit(unit.text) == unit)
    }

    @Test(arguments: rows)
    func convertsToBaseExactly(_ row: Row) throws {
        let unit = try Unit(row.text)
        let base = try Unit(row.base)
        #expect(unit.isCompatible(with: base))
        let conversion = try UnitConversion(from: unit, to: base)
        if row.text == "nL" {
            // The table's 1.0000000000000002e-12 is the product of two rounded factors.
            #expect(unit.factorToBase == 1e-12)
            #expect(unit.factorToBase.isWithinOneUlp(of: row.factor))
        } else {
            #expect(unit.factorToBase == row.factor)
        }
        // The table's offset of degF is rounded down.
        #expect(unit.offsetToBase.isWithinOneUlp(of: row.offset))
        #expect(conversion(0) == unit.offsetToBase)
        if row.offset == 0 {
            #expect(conversion(1) == unit.factorToBase)
        }
    }

    @Test func dimensionsAreThoseOfTheTable() throws {
        // Independent of the code's own table: two rows are compatible when their base units are the same text, and the
        // null unit, which has none, is a number like a count.
        let base = { (row: Row) in row.base == "()" ? "count" : row.base }
        let units = try Self.rows.map { (row: $0, unit: try Unit($0.text)) }
        for left in units {
            for right in units {
                let areCompatible = left.unit.isCompatible(with: right.unit)
                #expect(areCompatible == (base(left.row) == base(right.row)), "\(left.row.text) and \(right.row.text)")
            }
        }
    }

    @Test func canonicalUnitsOfQuantityTypesParse() throws {
        let rows = try unitFixtureRows("quantity_types.tsv")
        #expect(rows.count > 100)
        for row in rows {
            let text = try #require(row["canonical_unit"])
            let unit = try Unit(text)
            #expect(try Unit(unit.text) == unit, "\(text)")
        }
    }
}
