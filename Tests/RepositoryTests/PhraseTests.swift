import Foundation
import HearthTestSupport
import Testing

/// Phrases that established English does not have: see the rules of CONTRIBUTING.
@Suite struct PhraseTests {
    /// The phrases in the Swift files of `Sources`. The number may only fall.
    private static let mostInSources = 3
    /// The phrases in the text literals among them. The number may only fall.
    private static let mostInLiterals = 5

    private static let sources = Repository.paths(below: "Sources").filter { $0.hasSuffix(".swift") }

    private static var phrases: Regex<AnyRegexOutput> {
        get throws {
            try Regex(
                #"\bso (many|long|much|few)\b(?! as)|\bwho(ever)? (is|has|waits|sends|asks)\b|\bsomebody\b|\banew\b"#
                    + #"|\bis no (?!longer|more|less|worse|better|different)\w+"#
            ).ignoresCase()
        }
    }

    @Test func documentsAndHelpTextsAreIdiomatic() throws {
        let documents =
            Repository.paths(below: "Sources").filter { $0.hasSuffix(".md") || $0.contains("hearth/Commands/") }
            + Repository.paths(below: "Protocol").filter { $0.hasSuffix(".md") }
            + [
                "README.md",
                ".github/CONTRIBUTING.md",
                "Clients/c/README.md",
                "Clients/python/README.md",
                "Clients/dashboard/README.md",
            ]
        #expect(documents.count > 20)
        for path in documents {
            let found = try Repository.text(path).matches(of: Self.phrases).map { "\($0.0)" }
            #expect(found == [], "\(path)")
        }
    }

    /// Errors, log lines and help are text literals.
    @Test func textLiteralsGainNoPhrases() throws {
        let phrases = try Self.phrases
        var found: [String] = []
        for path in Self.sources {
            let code = try Repository.text(path).replacing(/(?m)^\s*\/\/.*$/, with: "")
            for literal in code.matches(of: /"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"/) {
                found += literal.output.matches(of: phrases).map { "\(path): \($0.0)" }
            }
        }
        #expect(found.count <= Self.mostInLiterals, "\(found)")
    }

    @Test func theSourcesGainNoPhrases() throws {
        let phrases = try Self.phrases
        let found = try Self.sources.reduce(0) { try $0 + Repository.text($1).matches(of: phrases).count }
        #expect(found <= Self.mostInSources)
    }
}
