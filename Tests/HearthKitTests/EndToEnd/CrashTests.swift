import Foundation
import HearthTestSupport
import Testing

@testable import HearthKit

/// Many apps in two processes on the real server, which is killed and started again while they work.
@Suite struct CrashTests {
    private static let writers = 100
    private static let samplesOfEach = 12
    private static let subscribers = 10
    private static let kills = 20

    @Test func everyoneSeesEverythingOnceThroughTwentyKills() async throws {
        let folder = try ServerFolder()
        let socket = folder.socket
        var server: ServerProcess? = try ServerProcess(in: folder)
        // Who has been connected goes on through every kill; who comes first while no server is there is told so.
        let (begun, feed) = AsyncStream.makeStream(of: Void.self)
        let followers = (0..<Self.subscribers).map { number in
            Task {
                // Also if it fails before: then the test does, and waits for nothing.
                defer { feed.yield() }
                let store = HKHealthStore(appIdentifier: "org.example.reader\(number)", socketPath: socket)
                return try await Self.follow(store) { feed.yield() }
            }
        }
        for await _ in begun.prefix(Self.subscribers) {}
        let writer = try WriterProcess(socket: socket, writers: Self.writers, samples: Self.samplesOfEach)
        var saved: Set<UUID> = []
        var kills = 0
        // Each writer has saved once by then.
        let savesBeforeKills = Self.writers
        let savesOfEachKill = Self.writers * (Self.samplesOfEach - 1) / (Self.kills + 1)
        for await id in writer.saved {
            saved.insert(id)
            guard kills < Self.kills, saved.count == savesBeforeKills + (kills + 1) * savesOfEachKill else { continue }
            kills += 1
            server?.process.kill()
            server = try ServerProcess(in: folder)
        }
        #expect(try writer.end() == .code(0))
        #expect(kills == Self.kills)
        #expect(saved.count == Self.writers * Self.samplesOfEach)
        for follower in followers {
            let seen = try await follower.value
            #expect(seen == saved)
        }
        try server?.stop()
    }

    /// Follows until everything has come; calls `begun` when the first state is there. Throws when something comes twice.
    private static func follow(_ store: HKHealthStore, begun: () -> Void) async throws -> Set<UUID> {
        var seen: Set<UUID> = []
        var hasBegun = false
        let query = HKAnchoredObjectQueryDescriptor(
            predicates: [.quantitySample(type: HKQuantityType(.heartRate))],
            anchor: nil
        )
        for try await result in query.results(for: store) {
            if !hasBegun {
                hasBegun = true
                begun()
            }
            for sample in result.addedSamples {
                guard seen.insert(sample.uuid).inserted else { throw Unexpected("a sample came twice") }
            }
            if seen.count == writers * samplesOfEach { break }
        }
        return seen
    }
}
