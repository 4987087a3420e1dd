import HearthTestSupport
import Testing

@testable import hearth

/// The manual says what `--help` says, because it is made of it.
@Suite struct ManualTests {
    private static let names = Commands.all.map { $0.name }

    private func help(_ name: String) throws -> HelpText { HelpText(try Commands.find(name).help) }

    @Test(arguments: names)
    func theHelpDescribesEveryOptionOnce(_ name: String) throws {
        let command = try Commands.find(name)
        let described = try help(name).terms.filter(\.isOption)
        #expect(described.map { String($0.key) }.sorted() == (command.flags + command.values).sorted())
        for term in described {
            #expect(!term.description.isEmpty, "\(term.name)")
            #expect((term.valueName != nil) == command.values.contains(String(term.key)), "\(term.name)")
        }
    }

    @Test(arguments: names)
    func theUsageLinesHaveEveryOptionAndNoOther(_ name: String) throws {
        let command = try Commands.find(name)
        let usages = try help(name).blocks.flatMap { block -> [String] in
            guard case .usage(let usages) = block else { return [] }
            return usages
        }
        #expect(!usages.isEmpty)
        #expect(usages.allSatisfy { $0.hasPrefix("hearth \(name)") && !$0.contains("  ") })
        let options = Set(
            usages.flatMap { $0.split { " []|".contains($0) } }.filter { $0.hasPrefix("--") && $0 != "--" }
        )
        #expect(options == Set((command.flags + command.values).map { $0[...] }))
    }

    @Test(arguments: names)
    func aPageHasEveryWordOfTheHelp(_ name: String) throws {
        let page = ManualPage(of: try Commands.find(name))
        #expect(page.name == "hearth-\(name)")
        let words = plainWords(page.text)
        for block in try help(name).blocks {
            switch block {
            case .paragraph(let lines): lines.forEach { expect($0, in: words) }
            case .usage(let lines): lines.forEach { expect($0, in: words) }
            case .terms(_, let terms):
                for term in terms {
                    expect(term.name, in: words)
                    expect(term.description, in: words)
                }
            }
        }
    }

    /// groff reads every page without a warning.
    @Test func thePagesAreManualPages() throws {
        let folder = try ServerFolder()
        let pages = try [ManualPage(of: Commands.all)] + Self.names.map { ManualPage(of: try Commands.find($0)) }
        for page in pages {
            let output = try Script.run("groff -man -Tascii -ww -z 2>&1", input: page.text, in: folder)
            #expect(output == "", "\(page.name)")
        }
        let printed = try Script.run("groff -man -Tascii -c | col -bx", input: pages[0].text, in: folder)
        #expect(printed.contains("\nEXIT STATUS\n"))
        for name in Self.names {
            #expect(printed.contains("hearth-\(name)(1)"))
        }
    }

    @Test func thePageOfHearthListsTheExitCodes() throws {
        let usage = Overview.usage(of: Commands.all)
        let page = plainWords(ManualPage(of: Commands.all).text)
        for (code, meaning) in Overview.exitCodes {
            #expect(usage.contains("  \(code)  \(meaning)"))
            expect(meaning, in: page)
        }
    }

    private func expect(_ text: String, in page: String, sourceLocation: SourceLocation = #_sourceLocation) {
        let words = text.filter { $0 != "'" }.split(separator: " ").joined(separator: " ")
        #expect(page.contains(words), sourceLocation: sourceLocation)
    }

    /// The text of a page without its markup, quotation marks and line ends.
    private func plainWords(_ page: String) -> String {
        var text = page.split(separator: "\n").filter { !$0.hasPrefix(".") }.joined(separator: " ")
        let marks = [
            "\\fB": "", "\\fR": "", "\\-": "-", "\\(aq": "", "\\(ti": "~", "\\(ha": "^", "\\&": "", "\\e": "\\",
            "\\[u2019]": "’",
        ]
        for (mark, plain) in marks {
            text = text.replacing(mark, with: plain)
        }
        return text.split(separator: " ").joined(separator: " ")
    }
}
