import Foundation
import HearthTestSupport

/// The page that says of each symbol of HealthKit whether it is here.
///
/// What works stands in paragraphs that begin with "Works:". Tables list what differs and what is missing: a row has all
/// symbols to which its text applies.
struct SymbolsPage {
    enum Mark: String, CaseIterable {
        case works, differs, missing

        var works: Bool { self != .missing }
    }

    struct Row {
        let symbol: Symbol
        let mark: Mark
        let note: String
    }

    private(set) var rows: [Row] = []
    /// What the library has and HealthKit does not have: listed on the page by itself.
    private(set) var beyond: [Symbol] = []
    /// The numbers of symbols in the summary at the top.
    private(set) var summary: [Mark: Int] = [:]

    /// What the lines that are read belong to.
    private enum Part {
        case text
        case paragraph
        case table(Mark?)
    }

    /// Reads the page. A row that cannot be read is an error.
    init() throws {
        let text = try Repository.text("Sources/HearthKit/HearthKit.docc/HealthKitSymbols.md")
        var part = Part.text
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            part = SymbolsPage.part(of: line, after: part)
            switch part {
            case .paragraph: rows += SymbolsPage.symbols(line).map { Row(symbol: $0, mark: .works, note: "") }
            case .table(let mark) where line.hasPrefix("| `"): try readRow(line, mark)
            case .table, .text: readSummary(line)
            }
        }
    }

    private static func part(of line: Substring, after part: Part) -> Part {
        if line.isEmpty { return .text }
        if line.hasPrefix("Works: ") { return .paragraph }
        guard line.hasPrefix("| "), !line.hasPrefix("| `"), !line.hasPrefix("| **") else { return part }
        return .table(Mark(rawValue: cells(line)[0]))
    }

    private static func cells(_ line: Substring) -> [String] {
        line.dropFirst().dropLast().components(separatedBy: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// What stands between backticks.
    private static func symbols(_ text: some StringProtocol) -> [Symbol] {
        text.components(separatedBy: "`").enumerated().filter { !$0.offset.isMultiple(of: 2) }.map {
            Symbol($0.element)
        }
    }

    private mutating func readRow(_ line: Substring, _ mark: Mark?) throws {
        let cells = SymbolsPage.cells(line)
        guard cells.count == 2 else { throw Unexpected("a row of the page has no text: \(line)") }
        let symbols = SymbolsPage.symbols(cells[0])
        if let mark {
            rows += symbols.map { Row(symbol: $0, mark: mark, note: cells[1]) }
        } else {
            beyond += symbols
        }
    }

    private mutating func readSummary(_ line: Substring) {
        guard line.hasPrefix("| **") else { return }
        let cells = SymbolsPage.cells(line)
        if let mark = Mark(rawValue: cells[0].filter { $0 != "*" }) {
            summary[mark] = Int(cells[1])
        }
    }
}
