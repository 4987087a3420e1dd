import Foundation
import HearthTestSupport
import Testing

/// Phrases that established English does not have: see the rules of CONTRIBUTING.
@Suite struct PhraseTests {
    private static let sources = Repository.paths(below: "Sources").filter { $0.hasSuffix(".swift") }

    private static var phrases: Regex<AnyRegexOutput> {
        get throws {
            try Regex(
                #"\bso (many|long|much|few)\b(?! as)|\bwho(ever)? (is|has|waits|sends|asks)\b|\bsomebody\b|\banew\b"#
                    + #"|(\b(?!there )\w+|['"`)]) is no (?!longer|more|less|worse|better|different)\w+"#
                    + #"|\bbelongs? into\b|\bwhoever comes\b"#
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

    @Test func sourcesAreIdiomatic() throws {
        let phrases = try Self.phrases
        #expect(Self.sources.count > 500)
        for path in Self.sources {
            let found = try Repository.text(path).matches(of: phrases).map { "\($0.0)" }
            #expect(found == [], "\(path)")
        }
    }
}
