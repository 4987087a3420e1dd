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

    /// A day limits nothing that has no time.
    @Test(arguments: [([.dateOfBirth], 2), ([.dateOfBirth, .heartRate], 3)] as [([ObjectType], Int)])
    func aLimitIsOfferedForSamplesAlone(_ types: [ObjectType], _ buttons: Int) throws {
        let limit = Timestamp(nanoseconds: 0)
        let request = AccessRequest(
            "org.example.diary",
            name: "",
            share: [],
            read: types,
            shareUsage: "",
            readUsage: "",
            time: limit
        )
        let app = ShownApp("org.example.diary")
        let question = AppQuestion(request: request, app: app, refusal: nil, limit: limit)
        #expect(question.notification.buttons.count == buttons)
        #expect(AccessRequestText(request).isReadingSamples == (buttons == 3))
        let grants = ConsentAnswer.allow(since: limit).grants(of: request)
        #expect(grants.first { $0.type == .dateOfBirth }?.since == nil)
        #expect(grants.filter { $0.type == .heartRate }.allSatisfy { $0.since == limit })
    }
}
