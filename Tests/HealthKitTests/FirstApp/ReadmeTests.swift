import HearthTestSupport
import Testing

/// The Swift code of the README is the code that is compiled here.
@Suite struct ReadmeTests {
    @Test func theReadmesSwiftIsTheCompiledExample() throws {
        let readme = try Repository.text("README.md")
        let block = try #require(readme.split(separator: "```swift\n").dropFirst().first?.split(separator: "```").first)
        let body = block.split(separator: "\n", omittingEmptySubsequences: false)
            .drop { $0.hasPrefix("import ") || $0.isEmpty }
            .map { $0.isEmpty ? "" : "    \($0)" }
            .joined(separator: "\n")
        let example = try Repository.text("Tests/HealthKitTests/FirstApp/ReadmeExample.swift")
        #expect(example.hasPrefix("import HealthKit\n") && example.contains("{\n\(body)}\n"))
    }
}
