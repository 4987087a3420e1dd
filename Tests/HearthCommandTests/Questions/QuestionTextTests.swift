import HearthModel
import Testing

@testable import hearth

@Suite struct QuestionTextTests {
    /// What is not asked for has no reason.
    @Test func onlyTheReasonsOfWhatIsAskedForAreShown() {
        let request = AccessRequest(
            "org.example.diary",
            name: "",
            share: [],
            read: [.heartRate],
            shareUsage: "To keep it.",
            readUsage: "To show it.",
            time: Timestamp(nanoseconds: 0)
        )
        let question = AppQuestion(
            request: request,
            app: ShownApp("org.example.diary"),
            refusal: nil,
            limit: Timestamp(nanoseconds: 0)
        )
        let lines = question.notification.text.split(separator: "\n")
        #expect(lines.suffix(2) == ["To read: heart rate.", "Because: “To show it.”"])
    }
}
