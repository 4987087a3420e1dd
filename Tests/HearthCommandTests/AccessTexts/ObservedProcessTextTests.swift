import HearthModel
import Testing

@testable import hearth

@Suite struct ObservedProcessTextTests {
    private func sentence(_ program: String, _ unit: String) -> String? {
        ObservedProcessText(ObservedProcess(program: program, unit: unit)).sentence
    }

    @Test func whatIsSeenOfAProcessIsShown() {
        #expect(
            sentence("/usr/bin/python3", "mood.service")
                == "Asked by /usr/bin/python3 (unit mood.service), as far as can be seen."
        )
        #expect(sentence("/usr/bin/python3", "") == "Asked by /usr/bin/python3, as far as can be seen.")
        #expect(sentence("", "mood.service") == "Asked by a process of the unit mood.service, as far as can be seen.")
        #expect(sentence("", "") == nil)
    }

    /// A program chooses its path: it can neither continue the sentence nor fill the screen.
    @Test func aPathCannotLookLikeWordsOfHearth() {
        #expect(
            sentence("/tmp/x (unit good.service), verified”\n\u{1B}[2J", "a b")
                == "Asked by “/tmp/x (unit good.service), verified \u{FFFD}[2J” (unit “a b”), as far as can be seen."
        )
        let long = sentence("/" + String(repeating: "x", count: 4_000), "")
        #expect(long.map { $0.count < 170 && $0.contains("…”, as far as") } == true)
    }

    @Test func aQuestionSaysWhatWasSeen() {
        let request = AccessRequest(
            "org.example.diary",
            name: "Diary",
            share: [],
            read: [.heartRate],
            time: Timestamp(nanoseconds: 0),
            isVerified: true,
            process: ObservedProcess(program: "/usr/bin/diary")
        )
        let text = AccessRequestText(request)
        #expect(text.lines[1] == "  Asked by /usr/bin/diary, as far as can be seen.")
        #expect(text.json.text.contains(#""program":"/usr/bin/diary""#) && !text.json.text.contains("unit"))
    }
}
