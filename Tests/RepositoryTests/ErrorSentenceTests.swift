import HearthTestSupport
import Testing

/// What apps show to people when something fails is a sentence.
@Suite struct ErrorSentenceTests {
    @Test(arguments: ["HearthKit", "HearthClient"]) func noErrorBeginsWithASmallLetter(target: String) throws {
        for path in Repository.paths(below: "Sources/\(target)") where path.hasSuffix(".swift") {
            for match in try Repository.text(path).matches(of: /HearthError\(\s*\.\w+,\s*"(.)/) {
                #expect(match.1.first?.isLowercase == false, "\(path): \(match.0)")
            }
        }
    }
}
