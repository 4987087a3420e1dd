import HearthModel
import Testing

@Suite struct AppIDTests {
    private static let composed: AppID = "org.example.caf\u{E9}"
    private static let decomposed: AppID = "org.example.cafe\u{301}"

    @Test func twoSpellingsOfACharacterAreTwoApps() {
        #expect(Self.composed.description == Self.decomposed.description)
        #expect(Self.composed != Self.decomposed)
        #expect(Set([Self.composed, Self.decomposed, AppID(Self.composed.description)]).count == 2)
    }

    @Test func appsAreInTheOrderOfTheirBytes() {
        let apps: [AppID] = [Self.composed, "org.example.cafz", "b", Self.decomposed, "a", "B", ""]
        #expect(apps.sorted() == ["", "B", "a", "b", Self.decomposed, "org.example.cafz", Self.composed])
    }

    @Test func aSourceKeepsTheBytesOfItsApp() {
        #expect(Source(Self.decomposed).app == Self.decomposed)
        #expect(Source(bundleIdentifier: "a", name: "b").app == "a")
    }
}
