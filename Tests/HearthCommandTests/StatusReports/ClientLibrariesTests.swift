import Testing

@testable import hearth

/// What `hearth doctor` says of the libraries of apps that are connected.
@Suite struct ClientLibrariesTests {
    @Test(arguments: ["hearth-python 0.9.2", "libhearth 0.1.0", "HearthClient 0.9"])
    func anOlderLibraryIsNoted(_ client: String) throws {
        let finding = try #require(ClientLibraries.findings([client, client], of: "hearth 1.0.0").first)
        let text = "“\(client)”, 2 connections: it is older than the server, hearth 1.0.0."
        #expect(finding.verdict == .note && finding.text == text)
        #expect(finding.advice?.contains("Upgrade the library.") == true)
    }

    @Test func aNewerLibraryAsksForANewerServer() throws {
        let finding = try #require(ClientLibraries.findings(["hearth-python 1.1.0"], of: "hearth 1.0.0").first)
        #expect(finding.verdict == .note && finding.advice?.contains("Upgrade the server.") == true)
    }

    @Test(arguments: [
        "HearthClient 1.0", "other-library 0.1", "libhearth", "libhearth x.y", "libhearth -1.0 b", "\u{1B}[2J 0.1",
    ])
    func othersAreFine(_ client: String) {
        let findings = ClientLibraries.findings([client, ""], of: "hearth 1.0.0")
        #expect(findings.map(\.verdict) == [.fine])
        #expect(!findings[0].text.contains("\u{1B}"))
    }
}
