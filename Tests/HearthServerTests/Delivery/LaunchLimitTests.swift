import HearthModel
import HearthServer
import HearthStore
import HearthTestSupport
import HearthWire
import Testing

/// How apps are started is bounded in bytes: what is stored, and what a status shows.
@Suite struct LaunchLimitTests {
    private static let registration = BackgroundRegistration(type: .stepCount, frequency: .hourly)

    private static func launch(bytes: Int, word: Character = "a") -> BackgroundLaunch {
        let words = (0..<bytes / 1_000).map { _ in String(repeating: word, count: 1_000) }
        return BackgroundLaunch(.command(["/"] + words, workingDirectory: ""))
    }

    @Test func aLaunchThatIsTooLongIsRefused() throws {
        let client = try ServerHarness().open()
        let delivery = BackgroundDelivery(enable: [Self.registration], launch: Self.launch(bytes: 17_000))
        client.send(2, .backgroundDelivery(delivery))
        let error = try #require(client.receive().first?.error)
        #expect(error.code == .limitExceeded && error.field == "background_delivery.launch.command")
    }

    @Test func launchesOfAllAppsTogetherAreLimited() throws {
        let harness = try ServerHarness()
        var refused: [HearthError] = []
        for number in 0..<300 {
            let client = try harness.open("org.example.app\(number)", of: Int32(number + 1))
            let delivery = BackgroundDelivery(enable: [Self.registration], launch: Self.launch(bytes: 15_000))
            client.send(2, .backgroundDelivery(delivery))
            refused += client.receive().compactMap(\.error)
            client.close()
        }
        #expect(refused.count == 300 - Limits.launchBytesTotal / 15_001)
        #expect(refused.allSatisfy { $0.code == .limitExceeded && $0.field == "background_delivery.launch" })
    }

    /// An older version stored launches of 64 words of 4 KiB. They still stand, and a status shows the beginnings.
    @Test(arguments: ["a", "'", "é"] as [Character])
    func whatAnOlderVersionStoredIsShownInPart(_ word: Character) throws {
        let words = Array(repeating: String(repeating: word, count: 2_000), count: 63)
        let launch = BackgroundLaunch(.command(["/bin/run"] + words, workingDirectory: ""))
        let storage = MemoryStorage()
        let writer = try StoreWriter(storage)
        for number in 0..<50 {
            let app = "org.example.app\(number)"
            let write = Write(
                origin: Write.Origin(source: Source(bundleIdentifier: app, name: app)),
                operation: .register(BackgroundDelivery(enable: [Self.registration], launch: launch))
            )
            // The wire refuses it, and the store refuses what would be too much in all: what is there stays.
            _ = writer.commit([write])
        }
        let harness = try ServerHarness(storage: storage.reopened())
        #expect(harness.core.snapshot.background.appCount > 10)
        #expect(harness.core.snapshot.background.launch(of: "org.example.app0") == launch)
        let client = try harness.open()
        client.send(2, .status)
        guard case .statusReport(let report)? = client.receive().first?.reply else {
            Issue.record("no report came")
            return
        }
        let texts = report.backgroundApps.map(\.launch)
        #expect(texts.allSatisfy { $0.hasPrefix("/bin/run ") && $0.utf8.count <= Limits.launchTextBytes })
        #expect(texts.allSatisfy { $0.utf8.count > Limits.launchTextBytes - 8 })
    }
}
