import HearthTestSupport
import Testing

/// The page of HealthKit's symbols is true: each symbol that works is used here, and each that is declared is listed.
@Suite struct HealthKitSymbolsTests {
    private let page: SymbolsPage

    init() throws {
        page = try SymbolsPage()
    }

    @Test func everySymbolStandsThereOnce() {
        let symbols = page.rows.map(\.symbol) + page.beyond
        let counts = Dictionary(symbols.map { ($0, 1) }, uniquingKeysWith: +)
        #expect(counts.filter { $0.value > 1 }.map(\.key.description) == [])
    }

    @Test func theSummaryHasTheNumbersOfSymbols() {
        for mark in SymbolsPage.Mark.allCases {
            let count = page.rows.count { $0.mark == mark }
            #expect(page.summary[mark] == count, "\(mark)")
            #expect(count > 0, "\(mark)")
        }
    }

    /// What Apple's HealthKit declares is declared here, or the page says why it is not.
    @Test func everyTopLevelNameOfHealthKitIsDeclaredOrListed() throws {
        let listed = Set(
            page.rows.filter { !$0.symbol.isFamily }.map { $0.symbol.name.prefix { $0 != "." && $0 != "(" } }
        )
        let declared = try DeclaredSymbols.all()
        #expect(TopLevelNames.all.count > 370)
        #expect(TopLevelNames.all.filter { !declared.contains($0) && !listed.contains($0[...]) } == [])
    }

    @Test func aDifferenceAndAnAbsenceHaveWords() {
        for row in page.rows {
            #expect(row.note.isEmpty == (row.mark == .works), "\(row.symbol)")
        }
    }

    @Test func whatWorksIsUsedAndNothingElse() throws {
        let uses = try UseInCode.all()
        let used = Set(uses.map(\.symbol))
        #expect(used.count == uses.count, "a symbol is used twice")
        let working = Set(page.rows.filter(\.mark.works).map(\.symbol))
        #expect(working.subtracting(used).map(\.description).sorted() == [])
        #expect(used.subtracting(working).map(\.description).sorted() == [])
    }

    @Test func everyUseShowsItsSymbol() throws {
        for use in try UseInCode.all() {
            #expect(use.showsSymbol, "\(use.symbol): \(use.code)")
        }
    }

    @Test func whatIsNotHereIsNotDeclared() throws {
        let declared = try DeclaredSymbols.all()
        for row in page.rows where !row.mark.works {
            let isDeclared = declared.contains(row.symbol.name)
            #expect(!isDeclared, "\(row.symbol)")
        }
    }

    @Test func whatIsDeclaredStandsThere() throws {
        let listed = page.rows.filter(\.mark.works).map(\.symbol) + page.beyond
        let names = Set(listed.map(\.name))
        let families = listed.filter(\.isFamily)
        // A type stands there by what it has.
        let types = Set(listed.flatMap { symbol in owners(of: symbol.name) })
        let declared = try DeclaredSymbols.all().filter { !DeclaredSymbols.isOfEveryType($0) }
        #expect(declared.count > 500)
        let missing = declared.filter { name in
            !names.contains(name) && !types.contains(name) && !families.contains { $0.covers(name) }
        }
        #expect(missing.sorted() == [])
    }

    /// The types in which a symbol stands, the outermost first.
    private func owners(of name: String) -> [String] {
        let parts = name.prefix { $0 != "(" }.split(separator: ".").dropLast()
        return parts.indices.map { parts[...$0].joined(separator: ".") }
    }
}
