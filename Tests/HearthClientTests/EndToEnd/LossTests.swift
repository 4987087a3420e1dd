import Foundation
import HearthClient
import HearthModel
import HearthSocket
import HearthTestSupport
import HearthWire
import Testing

/// The real server is killed and started again.
@Suite struct LossTests {
    @Test func savesGoOnAfterACrash() async throws {
        let folder = try ServerFolder()
        var server: ServerProcess? = try ServerProcess(in: folder)
        let connection = folder.connection()
        _ = try await connection.ping()
        // Some in one frame, some in several.
        let sizes = (0..<24).map { $0 % 6 == 0 ? 40_000 : 500 }
        let firsts = sizes.indices.map { sizes[..<$0].reduce(0, +) }
        let stored = try await withThrowingTaskGroup { group in
            for (first, size) in zip(firsts, sizes) {
                group.addTask { try await connection.save([exampleSamples(first..<first + size)]) }
            }
            var stored = try await group.next().map { $0.added + $0.unchanged } ?? 0
            server?.process.kill()
            server = try ServerProcess(in: folder)
            for try await committed in group {
                stored += committed.added + committed.unchanged
            }
            return stored
        }
        let all = sizes.reduce(0, +)
        #expect(stored == UInt64(all))
        let ids = try await connection.samples(of: .heartRate).flatMap(\.ids)
        #expect(ids == (0..<all).map(exampleID))
        withExtendedLifetime(server) {}
    }

    @Test func changesGoOnAfterCrashes() async throws {
        let folder = try ServerFolder()
        var server: ServerProcess? = try ServerProcess(in: folder)
        let writer = folder.connection()
        let reader = folder.connection(as: "org.example.reader")
        let saves = 60
        let size = 3_000
        _ = try await writer.save([exampleSamples(0..<size)])
        let writes = (0..<saves).map { Set(($0 * size..<($0 + 1) * size).map(exampleID)) }
        let kills = (1..<saves).count { $0 % 15 == 0 }
        let follower = Task {
            var replica = Replica()
            var cut: Set<Int> = []
            for try await batch in reader.changes(QueryChanges(clauses: [], follow: true)) {
                let before = replica.ids
                let again = replica.apply(batch)
                // What had come in part of a write comes again with the whole of it.
                let isTwice = writes.contains { !$0.isDisjoint(with: again) && $0.isSubset(of: before) }
                guard !isTwice else { throw Unexpected("a change was delivered twice") }
                cut.formUnion(writes.indices.filter { !writes[$0].isDisjoint(with: again) })
                guard cut.count <= kills else { throw Unexpected("more writes came again than crashes can cut") }
                if replica.ids.count == saves * size { break }
            }
            return replica
        }
        for number in 1..<saves {
            if number % 15 == 0 {
                server?.process.kill()
                server = try ServerProcess(in: folder)
            }
            _ = try await writer.save([exampleSamples(number * size..<(number + 1) * size)])
        }
        let replica = try await follower.value
        #expect(replica.ids == Set((0..<saves * size).map(exampleID)))
        withExtendedLifetime(server) {}
    }

    @Test func anObservationBeginsAnew() async throws {
        let folder = try ServerFolder()
        var server: ServerProcess? = try ServerProcess(in: folder)
        let connection = folder.connection()
        var notices = connection.observe(Observe(clauses: [])).makeAsyncIterator()
        #expect(try await notices.next()?.types == [])
        server?.process.kill()
        server = try ServerProcess(in: folder)
        #expect(try await notices.next()?.types == [])
        try server?.stop()
        server = try ServerProcess(in: folder)
        #expect(try await notices.next()?.types == [])
        withExtendedLifetime(server) {}
    }

    @Test func liveStatisticsBeginAnew() async throws {
        let folder = try ServerFolder()
        var server: ServerProcess? = try ServerProcess(in: folder)
        let connection = folder.connection()
        let query = QueryStatistics(clauses: [Clause(type: .heartRate)], options: .average, follow: true)
        var batches = connection.statistics(query).makeAsyncIterator()
        #expect(try await batches.next()?.merged.count == 0)
        _ = try await connection.save([exampleSamples(0..<1)])
        let changed = try await batches.next()
        #expect(changed?.reset == false && changed?.merged.counts == [1] && changed?.merged.averages == [60])
        server?.process.kill()
        server = try ServerProcess(in: folder)
        let again = try await batches.next()
        #expect(again?.reset == true && again?.merged.counts == [1])
        try server?.stop()
        server = try ServerProcess(in: folder)
        #expect(try await batches.next()?.reset == true)
        withExtendedLifetime(server) {}
    }

    @Test func aQueryThatWasBrokenOffSaysSo() async throws {
        let folder = try ServerFolder()
        var server: ServerProcess? = try ServerProcess(in: folder)
        let connection = folder.connection()
        _ = try await connection.save([exampleSamples(0..<300_000)])
        let query = connection.query(QuerySamples(clauses: [Clause(type: .heartRate)]))
        var batches = query.makeAsyncIterator()
        _ = try await batches.next()
        server?.process.kill()
        let error = await #expect(throws: SocketError.self) {
            while try await batches.next() != nil {}
        }
        #expect(error?.reason == .interrupted)
        #expect(try await batches.next() == nil)
        server = try ServerProcess(in: folder)
        var count = 0
        for try await batch in query {
            count += batch.columns[0].count
        }
        #expect(count == 300_000)
        withExtendedLifetime(server) {}
    }

    @Test func callsFailWhenTheReconnectTimeoutIsOver() async throws {
        let folder = try ServerFolder()
        let server = try ServerProcess(in: folder)
        let connection = folder.connection(Reconnection(firstPause: 1, longestPause: 1, reconnectTimeout: 1))
        var notices = connection.observe(Observe(clauses: [])).makeAsyncIterator()
        _ = try await notices.next()
        server.process.kill()
        let error = await #expect(throws: SocketError.self) { try await notices.next() }
        #expect(error?.reason == .noServer)
        let next = try ServerProcess(in: folder)
        #expect(try await connection.ping([3]).payload == [3])
        withExtendedLifetime(next) {}
    }

    @Test func anotherStoreIsToldByItsAnchors() async throws {
        let folder = try ServerFolder()
        var server: ServerProcess? = try ServerProcess(in: folder)
        let connection = folder.connection()
        _ = try await connection.save([exampleSamples(0..<10)])
        var changes = connection.changes(QueryChanges(clauses: [], follow: true)).makeAsyncIterator()
        _ = try await changes.next()
        let before = connection.welcome?.storeID
        server?.process.kill()
        try FileManager.default.removeItem(atPath: URL(filePath: folder.store).deletingLastPathComponent().path)
        server = try ServerProcess(in: folder)
        let error = await #expect(throws: HearthError.self) { try await changes.next() }
        #expect(error?.code == .anchorOfOtherStore)
        #expect(connection.welcome?.storeID != before)
        withExtendedLifetime(server) {}
    }
}
