import Foundation
import HearthTestSupport
import Testing

/// Phrases that established English does not have: see "English" in `.github/CONTRIBUTING.md`.
@Suite struct PhraseTests {
    private static let sources = Repository.paths(below: "Sources").filter { $0.hasSuffix(".swift") }

    private static let documents =
        Repository.paths(below: "Sources").filter { $0.hasSuffix(".md") || $0.contains("hearth/Commands/") }
        + Repository.paths(below: "Protocol").filter { $0.hasSuffix(".md") || $0.hasSuffix(".proto") }
        + [
            "README.md",
            ".github/CONTRIBUTING.md",
            "Clients/c/README.md",
            "Clients/python/README.md",
            "Clients/dashboard/README.md",
        ]

    private static let phrases =
        #"\bso (many|long|much|few)\b(?! as)|\bwho(ever)? (is|has|waits|sends|asks)\b|\bsomebody\b|\banew\b"#
        + #"|(?<=[\w'"`)])(?<!\bthere) is no (?!longer|more|less|worse|better|different)\w+"#
        + #"|\bbelongs? into\b|\bwhoever comes\b"#

    /// Phrases that read like a translation, and how many of each the comments in `Sources` still have. The numbers may
    /// only fall: lower them when you rewrite some.
    private static let translated = [
        (#"(?<!\b(some|most|each|one|both|first) )\bof which\b(?! types?\b)"#, inComments: 4),
        (#"\b(is|are|be|been) put together\b|\bin the place of\b"#, inComments: 0),
        (#"\b(has|have) still to\b"#, inComments: 1),
        (#"\b(goes|going|go|went) on\b"#, inComments: 1),
        (#"\b(comes?|came) again\b"#, inComments: 0),
        (#"\banother one\b"#, inComments: 0),
        (#"\bbesides?\b"#, inComments: 3),
        (#"\b(is|are|be|was|were) (not )?told\b(?! (to|apart)\b)"#, inComments: 0),
        (#"\bwhere \S+( \S+)? stands\b|\bmay stand\b|\bstands? in\b"#, inComments: 0),
        (#"\bcarr(y|ies|ied) out\b|\bnot so\b|\bbut for such\b|\bas ever\b"#, inComments: 0),
        (#"(?-i:\bNil: )"#, inComments: 0),
    ]

    @Test func documentsAndHelpTextsAreIdiomatic() throws {
        let phrases = try Self.pattern(Self.phrases)
        #expect(Self.documents.count > 20)
        for path in Self.documents {
            #expect(Self.matches(of: phrases, in: try Repository.text(path)) == [], "\(path)")
        }
    }

    @Test func sourcesAreIdiomatic() throws {
        let phrases = try Self.pattern(Self.phrases)
        #expect(Self.sources.count > 500)
        for path in Self.sources {
            #expect(Self.matches(of: phrases, in: try Repository.text(path)) == [], "\(path)")
        }
    }

    @Test func documentsAndHelpTextsAreNotTranslated() throws {
        let phrases = try Self.pattern(Self.translated.map(\.0).joined(separator: "|"))
        for path in Self.documents {
            // The rules quote what they advise against.
            let text = try Repository.text(path).components(separatedBy: "\n## English\n")[0]
            #expect(Self.matches(of: phrases, in: text) == [], "\(path)")
        }
    }

    /// Error texts, and whatever else a program prints.
    @Test func literalsAreNotTranslated() throws {
        let phrases = try Self.pattern(Self.translated.map(\.0).joined(separator: "|"))
        let (comment, literal) = (try Self.pattern("//.*"), try Self.pattern(#""(\\.|[^"\\\n])*""#))
        for path in Self.sources {
            let text = try Repository.text(path)
            let range = NSRange(text.startIndex..., in: text)
            let code = comment.stringByReplacingMatches(in: text, range: range, withTemplate: "")
            let literals = Self.matches(of: literal, in: code).joined(separator: "\n")
            #expect(Self.matches(of: phrases, in: literals) == [], "\(path)")
        }
    }

    @Test func commentsAreLessAndLessTranslated() throws {
        let comment = try Self.pattern("//.*")
        let comments = try Self.sources.flatMap { Self.matches(of: comment, in: try Repository.text($0)) }
        #expect(comments.count > 5_000)
        let text = comments.joined(separator: "\n")
        for (phrase, most) in Self.translated {
            let count = Self.matches(of: try Self.pattern(phrase), in: text).count
            #expect(count <= most, "\(phrase): \(count) in comments")
        }
    }

    @Test(arguments: [
        "Types of which samples were saved.", "The blocks are put together.", "It takes a row in the place of another.",
        "What it has still to send.", "The stream goes on.", "What comes again.", "The number is another one.",
        "The log beside the store.", "The app is told of it.", "Where the cursor stands.", "As ever.", "Nil: none.",
    ])
    func aTranslatedPhraseIsFound(_ text: String) throws {
        let found = try Self.translated.filter { !Self.matches(of: try Self.pattern($0.0), in: text).isEmpty }
        #expect(found.count == 1)
    }

    @Test(arguments: ["'x' is no folder.", "It waits so long.", "Whoever asks.", "It is made anew."])
    func anUnidiomaticPhraseIsFound(_ text: String) throws {
        #expect(Self.matches(of: try Self.pattern(Self.phrases), in: text).count == 1)
    }

    @Test(arguments: ["There is no folder.", "It is no longer here.", "Some of which hold.", "'all' stands for it."])
    func establishedEnglishIsNotFound(_ text: String) throws {
        let all = Self.translated.map(\.0) + [Self.phrases]
        #expect(try all.allSatisfy { Self.matches(of: try Self.pattern($0), in: text).isEmpty })
    }

    /// An expression of Foundation: it searches the comments of all sources in a moment.
    private static func pattern(_ pattern: String) throws -> NSRegularExpression {
        try NSRegularExpression(pattern: pattern, options: .caseInsensitive)
    }

    private static func matches(of pattern: NSRegularExpression, in text: String) -> [String] {
        pattern.matches(in: text, range: NSRange(text.startIndex..., in: text)).compactMap { match in
            Range(match.range, in: text).map { String(text[$0]) }
        }
    }
}
