import HearthModel
import Testing

@testable import hearth

/// What an app says of itself must not look like another app, or like what Hearth says.
@Suite struct ShownAppTests {
    private func request(name: String, usage: String = "") -> AccessRequest {
        AccessRequest(
            "org.example.diary",
            name: name,
            share: [],
            read: [.heartRate],
            readUsage: usage,
            time: Timestamp(nanoseconds: 0)
        )
    }

    /// As the app names itself.
    private func shown(_ app: String, _ name: String) -> String {
        ShownApp(AppID(app), name: .claimed(name)).description
    }

    private func given(_ app: String, _ name: String) -> String { ShownApp(AppID(app), name: .given(name)).description }

    @Test func theIdentifierComesFirst() {
        let saved = ShownApp("org.example.diary", name: .saved("Diary"))
        #expect(saved.description == "org.example.diary (saved as “Diary”)")
        #expect(given("org.example.diary", "Diary") == "org.example.diary “Diary”")
        #expect(given("org.example.diary", "org.example.diary") == "org.example.diary")
        #expect(shown("org.example.diary", "Diary") == "org.example.diary (calls itself “Diary”)")
        #expect(shown("org.example.diary", "") == "org.example.diary")
        #expect(shown("org.example.diary", "org.example.diary") == "org.example.diary")
        #expect(shown("apple-health:iPhone", "iPhone") == "apple-health:iPhone (calls itself “iPhone”)")
    }

    @Test func aNameIsNotTakenForAnIdentifier() {
        #expect(shown("org.bad", "Diary (org.example.diary)") == "org.bad (calls itself “Diary (org.example.diary)”)")
        #expect(
            shown("org.bad", "Bad” asks “org.example.diary") == "org.bad (calls itself “Bad asks org.example.diary”)"
        )
        let imitation = "Diary (org.example.diary)"
        #expect(shown(imitation, imitation) == "“Diary (org.example.diary)”")
        #expect(shown("org.example.diary “Diary”", "") == "“org.example.diary \\u{201C}Diary\\u{201D}”")
        #expect(shown("org.example.d\u{456}ary", "") == "“org.example.d\u{456}ary”")
        #expect(shown("org.example.diary ", "") == "“org.example.diary\\u{20}”")
    }

    /// Spaces would move the rest of a question out of sight.
    @Test(arguments: [" ", "\u{A0}", "\u{2003}", "\u{3000}", "\u{202F}", " \u{1680}\u{205F}"])
    func spacesAreOne(_ space: String) {
        let wide = String(repeating: space, count: 2_000)
        #expect("a\(wide)b".onOneLine == "a b")
        #expect(shown("org.bad", "pad\(wide)Diary") == "org.bad (calls itself “pad Diary”)")
        #expect("\(wide)<\(wide)>a\(wide)".unquoted(atMost: 10) == "a")
    }

    /// What is shown of a control character is nothing that an app can write in letters.
    @Test func controlCharactersAreNotLetters() {
        #expect(shown("org.bad", "a\u{1B}[31mb") == "org.bad (calls itself “a\u{FFFD}[31mb”)")
        #expect(shown("org.bad", "a\r\n\tb") == "org.bad (calls itself “a b”)")
        #expect(shown("org.bad", "a\\u001b") == "org.bad (calls itself “au001b”)")
        #expect(shown("org.bad\u{200B}", "") == "“org.bad\\u{200B}”")
    }

    /// An app that differs in spaces is another.
    @Test func spacesOfIdentifiersAreSeen() {
        #expect(shown(" org.bad", "") == "“\\u{20}org.bad”" && shown("org.bad\n", "") == "“org.bad\\u{A}”")
        #expect(shown("org bad", "") == "“org bad”" && shown("org  bad", "") == "“org\\u{20}\\u{20}bad”")
        #expect(shown("org\u{A0}bad", "") == "“org\\u{A0}bad”" && shown(" ", "") == "“\\u{20}”")
        #expect(shown("org.bad\\u{20}", "") == "“org.bad\\u{5C}u{20}”", "an app cannot write an escape")
        #expect(ShownApp("org.bad ").cell == "“org.bad\\u{20}”")
        let long = AppID(String(repeating: "x", count: 100))
        #expect(ShownApp(long).cell == String(repeating: "x", count: 59) + "…")
    }

    /// Quotation marks that an app gives itself do not look like those around a name or an unusual identifier.
    @Test func quotationMarksOfIdentifiersAreSeen() {
        #expect(shown("“Bank”", "") == "“\\u{201C}Bank\\u{201D}”" && ShownApp("“Bank”").cell == shown("“Bank”", ""))
        #expect(shown("org.bank", "“Bank”") == "org.bank (calls itself “Bank”)")
        #expect(shown("apple-health:Anna’s phone", "") == "“apple-health:Anna’s phone”")
        #expect(shown("it''s", "") == "“it\\u{27}\\u{27}s”" && shown("'it'", "") == "“\\u{27}it\\u{27}”")
    }

    /// The identifier alone says which app it is, so two of them never look the same.
    @Test func identifiersThatDifferLookDifferent() {
        let spaces = [" ", "  ", "\u{A0}", "\u{200B}", "\u{1B}", "\n"]
        let marks = ["", "“", "”", "\"", "'", "’", "`", "«", "＂", "❝", "<", "&", "\\"] + spaces
        let inner = marks.flatMap { first in marks.map { "\(first)Bank\($0)" } } + marks.map { "Ba\($0)nk" }
        let written = ["“\\u{201C}Bank\\u{201D}”", "\\u{201C}Bank\\u{201D}", "\\u{5C}Bank", "Ba\u{FFFD}nk"]
        // Identifiers that are equal are one app.
        let apps = Set((inner + written).map { AppID($0) })
        #expect(Set(apps.map { ShownApp($0).description }).count == apps.count)
        let cells = Set(apps.map { ShownApp($0).cell })
        #expect(cells.count == apps.count)
        #expect(cells.filter { !$0.hasPrefix("“") || !$0.hasSuffix("”") } == ["Bank"])
    }

    /// The identifier alone says which app it is.
    @Test func identifiersAreNotCut() {
        let long = String(repeating: "x", count: 254)
        #expect(shown(long + "a", "") == long + "a" && shown(long + " b", "") == "“\(long) b”")
    }

    @Test func longTextsAreCut() {
        let long = String(repeating: "x", count: 4_000)
        #expect(shown("org.example", long).count < 100)
        #expect("abcdef".unquoted(atMost: 4) == "abc…" && "abcd".unquoted(atMost: 4) == "abcd")
        let lines = AccessRequestText(request(name: long, usage: long)).lines
        #expect(lines.allSatisfy { $0.count < 330 } && lines.count == 4)
    }

    @Test func whoAsksWithoutASocketIsNotVerified() {
        var request = request(name: "Diary")
        #expect(AccessRequestText(request).lines[1] == "  Not verified: any program of yours could use this name.")
        request.isVerified = true
        let asks = "org.example.diary (calls itself “Diary”) asks"
        #expect(AccessRequestText(request).lines == [asks, "  to read heart rate"])
        let unnamed = AccessList([AppSocket("org.example.diary", name: "", path: "")])
        #expect(AccessRequestText(request, in: unnamed).lines[0] == asks)
        let named = AccessList([AppSocket("org.example.diary", name: "My diary", path: "")])
        #expect(AccessRequestText(request, in: named).lines[0] == "org.example.diary “My diary” asks")
    }

    /// An app that asks for one type after the other does not repeat its question.
    @Test func whatWasLeftForLaterIsNotAskedAgain() {
        let first = request(name: "Diary")
        #expect(first.subtracting(nil) == first && first.subtracting(first) == nil)
        var more = first
        more.share = [.heartRate]
        more.read.append(.stepCount)
        var rest = more
        rest.read = [.stepCount]
        #expect(more.subtracting(first) == rest && first.subtracting(more) == nil)
        var verified = first
        verified.isVerified = true
        #expect(verified.subtracting(more) == verified, "what another program asked leaves nothing out")
    }
}
