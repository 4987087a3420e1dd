import HearthModel
import Testing

@testable import hearth

/// Identifiers of apps begin alike, so that only the part that differs says which one was meant.
@Suite struct AppSuggestionTests {
    private static let known = [
        "com.example.diary", "org.example.diary", "org.example.notes", "org.example.a1", "apple-health:iPhone",
    ]

    private func names(_ written: String) -> [String] {
        Suggestions(forApp: written, among: Self.known, names: ["org.example.notes": "My Notes"]).names
    }

    @Test(arguments: ["org.example.dairy", "org.exmaple.diary", "Org.Example.Diary", "org.example.di-ary"])
    func oneWrongPartIsNear(_ written: String) {
        #expect(names(written) == ["org.example.diary"])
    }

    @Test(arguments: [
        "org.example.scale", "org.example.run", "org.example.a2", "org.exmaple.dairy", "apple-health:iPad",
    ])
    func whatOnlyBeginsAlikeIsNotNear(_ written: String) {
        #expect(names(written) == [])
    }

    @Test func aPartAloneIsLookedFor() {
        #expect(names("diary") == ["com.example.diary", "org.example.diary"])
        #expect(names("note") == ["org.example.notes"] && names("iphone") == ["apple-health:iPhone"])
        #expect(names("example.dairy") == ["com.example.diary", "org.example.diary"])
        #expect(names("example") == [] && names("") == [] && names("...") == [])
    }

    @Test func aPatternMeansWhatItMatches() {
        #expect(names("org.example.no*") == ["org.example.notes"] && names("org.exam*").count == 3)
    }

    /// Two spellings of a character are one string, and two apps.
    @Test func appsWhoseIdentifiersLookTheSameAreTwo() throws {
        let sources = ["org.example.caf\u{E9}", "org.example.cafe\u{301}"].map {
            Source(bundleIdentifier: $0, name: "Coffee")
        }
        let names = AppNames(AccessList([]), sources)
        let hint = try #require(names.hint(about: "coffee"))
        #expect(sources.allSatisfy { names.knows(AppID($0.bundleIdentifier)) })
        #expect(hint.contains("Did you mean 'org.example.caf"), "\(hint)")
    }

    @Test func anAppIsKnownByItsName() {
        #expect(names("my notes") == ["org.example.notes"])
    }
}
