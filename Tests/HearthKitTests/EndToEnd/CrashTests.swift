import Foundation
import HearthTestSupport
import Testing

@testable import HearthKit

/// Many apps on the real server, which is killed and started again while they work.
@Suite struct CrashTests {
    private static let writers = 100
    private static let samplesOfEach = 12
    private static let subscribers = 10
    private static let kills = 20

    @Test func everyoneSeesEverythingOnceThroughTwentyKills() async throws {
        let folder = try ServerFolder()
        let socket = folder.socket
        var server: ServerProcess? = try ServerProcess(in: folder)
        let followers = (0..<Self.subscribers).map { number in
            Task {
                try await Self.follow(HKHealthStore(appIdentifier: "org.example.reader\(number)", socketPath: socket))
            }
        }
        let (saves, feed) = AsyncStream.makeStream(of: Void.self)
        let saved = try await withThrowingTaskGroup { group in
            for number in 0..<Self.writers {
                group.addTask {
                    let store = HKHealthStore(appIdentifier: "org.example.writer\(number)", socketPath: socket)
                    return try await Self.write(number, to: store) { feed.yield() }
                }
            }
            // A kill for each so many saves.
            var progress = saves.makeAsyncIterator()
            for _ in 0..<Self.kills {
                for _ in 0..<Self.writers * Self.samplesOfEach / (Self.kills + 1) {
                    _ = await progress.next()
                }
                server?.process.kill()
                server = try ServerProcess(in: folder)
            }
            var saved: Set<UUID> = []
            for try await some in group {
                saved.formUnion(some)
            }
            return saved
        }
        #expect(saved.count == Self.writers * Self.samplesOfEach)
        for follower in followers {
            let seen = try await follower.value
            #expect(seen == saved)
        }
        try server?.stop()
    }

    private static func write(_ number: Int, to store: HKHealthStore, _ saved: () -> Void) async throws -> [UUID] {
        var ids: [UUID] = []
        for index in 0..<samplesOfEach {
            let sample = SharedStore.heartRate(60, at: Double(number * samplesOfEach + index))
            try await store.save(sample)
            ids.append(sample.uuid)
            saved()
        }
        return ids
    }

    /// Follows until everything has come. Throws when something comes twice.
    private static func follow(_ store: HKHealthStore) async throws -> Set<UUID> {
        var seen: Set<UUID> = []
        let query = HKAnchoredObjectQueryDescriptor(
            predicates: [.quantitySample(type: HKQuantityType(.heartRate))],
            anchor: nil
        )
        for try await result in query.results(for: store) {
            for sample in result.addedSamples {
                guard seen.insert(sample.uuid).inserted else { throw Unexpected("a sample came twice") }
            }
            if seen.count == writers * samplesOfEach { break }
        }
        return seen
    }
}
