import HearthClient
import HearthModel
import HearthSocket
import HearthTestSupport
import HearthWire
import Testing

/// Calls to the real server.
@Suite struct CallTests {
    @Test func samplesAreSavedReadAndDeleted() async throws {
        let server = try ServerProcess(in: ServerFolder())
        let connection = server.folder.connection()
        #expect(
            try await connection.save([exampleSamples(0..<10), exampleSamples(10..<12, of: .stepCount)]).added == 12
        )
        #expect(try await connection.save([exampleSamples(0..<1)]).unchanged == 1)
        #expect(try await connection.samples(of: .heartRate).flatMap(\.ids) == (0..<10).map(exampleID))
        #expect(try await connection.delete([exampleID(3)]).deleted == 1)
        #expect(try await connection.delete(matching: Clause(type: .stepCount)).deleted == 2)
        #expect(try await connection.samples(of: .heartRate).flatMap(\.ids).count == 9)
        #expect(try await connection.sources().map(\.bundleIdentifier) == ["org.example.test"])
        connection.close()
    }

    @Test func errorsComeAsTheServerGivesThem() async throws {
        let server = try ServerProcess(in: ServerFolder())
        let connection = server.folder.connection()
        let missing = await #expect(throws: HearthError.self) { try await connection.delete([exampleID(1)]) }
        #expect(missing?.code == .objectNotFound)
        var wrong = exampleSamples(0..<2)
        wrong.starts.removeLast()
        let malformed = await #expect(throws: HearthError.self) { try await connection.save([wrong]) }
        #expect(malformed?.code == .malformedColumn)
        let stream = connection.changes(QueryChanges(clauses: [], anchor: [1, 2, 3]))
        let corrupt = await #expect(throws: HearthError.self) { for try await _ in stream {} }
        #expect(corrupt?.code == .anchorCorrupt)
        let tooMany = (0..<1_100_000).map(exampleID)
        let long = await #expect(throws: HearthError.self) { try await connection.delete(tooMany) }
        #expect(long?.code == .frameTooLarge)
        #expect(try await connection.ping([7]).payload == [7])
    }

    @Test func characteristicsAreKept() async throws {
        let server = try ServerProcess(in: ServerFolder())
        let connection = server.folder.connection()
        #expect(try await connection.characteristics().bloodType ?? 0 == 0)
        _ = try await connection.characteristics(setting: CharacteristicValues(bloodType: 7))
        #expect(try await connection.characteristics().bloodType == 7)
    }

    @Test func statisticsAreComputed() async throws {
        let server = try ServerProcess(in: ServerFolder())
        let connection = server.folder.connection()
        let query = QueryStatistics(clauses: [Clause(type: .heartRate)], options: [.minimum, .maximum])
        let none = await #expect(throws: HearthError.self) { for try await _ in connection.statistics(query) {} }
        #expect(none?.code == .noData)
        _ = try await connection.save([exampleSamples(0..<10)])
        var batches: [StatisticsBatch] = []
        for try await batch in connection.statistics(query) {
            batches.append(batch)
        }
        #expect(batches.map(\.merged.counts) == [[10]] && batches[0].caughtUp)
        #expect(batches[0].merged.minimums == [60] && batches[0].merged.maximums == [69])
        #expect(try await connection.sourceRanks(of: .heartRate) == [])
        let denied = await #expect(throws: HearthError.self) {
            try await connection.sourceRanks(of: .heartRate, setting: ["org.example.test"])
        }
        #expect(denied?.code == .authorizationDenied)
        withExtendedLifetime(server) {}
    }

    @Test func samplesAreAddedToAWorkout() async throws {
        let server = try ServerProcess(in: ServerFolder())
        let connection = server.folder.connection()
        let missing = await #expect(throws: HearthError.self) {
            try await connection.add([exampleSamples(0..<1)], to: exampleID(99))
        }
        #expect(missing?.code == .workoutNotFound)
    }

    @Test func manyCallsShareAConnection() async throws {
        let server = try ServerProcess(in: ServerFolder())
        let connection = server.folder.connection()
        // More than may be open at once.
        let added = try await withThrowingTaskGroup { group in
            for number in 0..<3_000 {
                group.addTask {
                    number % 2 == 0
                        ? try await connection.save([exampleSamples(number..<number + 1)]).added
                        : UInt64(try await connection.ping([1]).payload.count) - 1
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(added == 1_500)
        #expect(try await connection.ownStatus().openCalls == 0)
    }

    @Test func aLongSaveIsWhole() async throws {
        let server = try ServerProcess(in: ServerFolder())
        let connection = server.folder.connection()
        let columns = [exampleSamples(0..<300_000), exampleSamples(300_000..<300_100, of: .stepCount)]
        let committed = try await connection.save(columns)
        #expect(committed.added == 300_100)
        #expect(committed.anchor == (try await connection.ping()).anchor)
        let stored = try await connection.samples(of: .heartRate)
        #expect(stored.flatMap(\.ids) == columns[0].ids)
        #expect(stored.flatMap(\.starts) == columns[0].starts)
    }

    @Test func nobodyListens() async throws {
        let folder = try ServerFolder()
        let connection = folder.connection()
        let error = await #expect(throws: SocketError.self) { try await connection.ping() }
        #expect(error?.reason == .noServer)
        #expect(error?.description.contains("hearth serve") == true)
        let server = try ServerProcess(in: folder)
        #expect(try await connection.ping([1]).payload == [1])
        #expect(connection.welcome?.serverVersion.isEmpty == false)
        withExtendedLifetime(server) {}
    }

    @Test func aClosedConnectionEndsItsCalls() async throws {
        let server = try ServerProcess(in: ServerFolder())
        let connection = server.folder.connection()
        var notices = connection.observe(Observe(clauses: [])).makeAsyncIterator()
        _ = try await notices.next()
        connection.close()
        await #expect(throws: SocketError.self) { try await connection.ping() }
        await #expect(throws: SocketError.self) { try await notices.next() }
        connection.close()
        #expect(try await server.folder.connection(as: "org.example.other").status().connectionCount == 1)
    }
}
