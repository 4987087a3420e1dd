import HearthModel
import Testing

@testable import hearth

/// Which lines answer a question, by when they were read.
@Suite struct OpenQuestionTests {
    private static let start: Int64 = 1_000
    private static let end: Int64 = 2_000
    private static let glance = OpenQuestion.Placing.glance

    private func question(inTerminal: Bool, followsWithdrawal: Bool) -> OpenQuestion {
        let request = AccessRequest(
            "org.example.diary",
            name: "",
            share: [],
            read: [.heartRate],
            readUsage: "",
            time: Timestamp(nanoseconds: 0)
        )
        let placing = OpenQuestion.Placing(
            start: Self.start,
            end: Self.end,
            isInTerminal: inTerminal,
            followsWithdrawal: followsWithdrawal
        )
        return OpenQuestion(request: request, limit: nil, placing: placing)
    }

    /// What a line does that was read at a time: an answer as it is confirmed, or why it is none.
    private func outcome(_ question: OpenQuestion, _ text: String, at time: Int64) -> String {
        switch question.reply(InputLine(text: text, time: time)) {
        case .answer(let answer): answer.confirmation
        case .noAnswer(let reason): reason
        }
    }

    private static let early = "'a' answers nothing: it came before this question could be read."

    @Test func inATerminalALineFromBeforeTheQuestionAnswersNothing() {
        let question = question(inTerminal: true, followsWithdrawal: false)
        #expect(outcome(question, "a", at: Self.start - 1) == Self.early)
        #expect(outcome(question, "a", at: Self.start) == "Allowed.")
        #expect(outcome(question, "", at: Self.start) == "Left for later.")
    }

    /// The hand that answers the question before needs a moment to stop.
    @Test func inATerminalTheQuestionAfterAWithdrawalHasToBeReadFirst() {
        let question = question(inTerminal: true, followsWithdrawal: true)
        #expect(outcome(question, "a", at: Self.end + Self.glance - 1) == Self.early)
        #expect(outcome(question, "a", at: Self.end + Self.glance) == "Allowed.")
    }

    @Test func ofOtherInputALineFromBeforeAnswersUnlessAQuestionWasWithdrawn() {
        let usual = question(inTerminal: false, followsWithdrawal: false)
        #expect(outcome(usual, "a", at: 0) == "Allowed.")
        let next = question(inTerminal: false, followsWithdrawal: true)
        #expect(outcome(next, "a", at: Self.start - 1) == Self.early)
        #expect(outcome(next, "a", at: Self.start) == "Allowed.")
    }

    @Test(arguments: [true, false]) func anEmptyLineLeavesNothingForLaterAfterAWithdrawal(_ inTerminal: Bool) {
        let question = question(inTerminal: inTerminal, followsWithdrawal: true)
        let time = Self.end + Self.glance
        #expect(outcome(question, " ", at: time).hasPrefix("An empty line answers nothing here: "))
        #expect(outcome(question, "l", at: time) == "Left for later.")
        #expect(outcome(question, "perhaps", at: time) == "'perhaps' is not an answer.")
    }
}
