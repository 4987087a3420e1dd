import HearthClient
import HearthModel
import HearthTestSupport
import HearthWire
import Testing

/// Streams of the real server: what they deliver, and that they end.
@Suite struct StreamTests {
    @Test func oneConnectionSeesWhatAnotherSaves() async throws {
        let server = try ServerProcess(in: ServerFolder())
        let reader = server.folder.connection(as: "org.example.reader")
        let writer = server.folder.connection()
        var changes = reader.changes(QueryChanges(clauses: [], follow: true)).makeAsyncIterator()
        var notices = reader.observe(Observe(clauses: [Clause(type: .heartRate)])).makeAsyncIterator()
        #expect(try await changes.next()?.caughtUp == true)
        #expect(try await notices.next()?.types == [])
        let committed = try await writer.save([exampleSamples(0..<2)])
        let batch = try #require(try await changes.next())
        #expect(batch.added.flatMap(\.ids) == [exampleID(0), exampleID(1)])
        #expect(batch.anchor == committed.anchor)
        #expect(try await notices.next()?.types == [ObjectType.heartRate.identifier])
        _ = try await writer.delete([exampleID(0)])
        #expect(try await changes.next()?.deleted?.ids == [exampleID(0)])
    }

    @Test func whoStopsAskingIsSentNoMoreThanTheCredit() async throws {
        let server = try ServerProcess(in: ServerFolder())
        let connection = server.folder.connection()
        _ = try await connection.save([exampleSamples(0..<300_000)])
        let before = try await connection.ownStatus().sentBytes
        var batches = connection.query(QuerySamples(clauses: [Clause(type: .heartRate)])).makeAsyncIterator()
        var count = try await batches.next()?.columns[0].count ?? 0
        // Control comes before queries: as many batches as the credit allows are not sent at once.
        for _ in 0..<100 {
            _ = try await connection.ping()
        }
        let sent = try await connection.ownStatus().sentBytes - before
        let limits = Limits.standard
        #expect(sent < UInt64(limits.initialCreditBytes + 2 * limits.batchBytes))
        while let batch = try await batches.next() {
            count += batch.columns[0].count
        }
        #expect(count == 300_000)
        #expect(try await batches.next() == nil)
    }

    @Test func aCancelledTaskEndsItsCall() async throws {
        let server = try ServerProcess(in: ServerFolder())
        let connection = server.folder.connection()
        let (started, start) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let task = Task {
            for try await _ in connection.observe(Observe(clauses: [])) {
                start.yield()
            }
        }
        for await _ in started { break }
        #expect(try await connection.ownStatus().subscriptions.count == 1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await connection.ownStatus().openCalls == 0)
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try await connection.ping()
        }
        await #expect(throws: CancellationError.self) { try await late.value }
    }

    @Test func anIteratorThatIsGoneEndsItsCall() async throws {
        let server = try ServerProcess(in: ServerFolder())
        let connection = server.folder.connection()
        _ = try await connection.save([exampleSamples(0..<300_000)])
        for try await _ in connection.query(QuerySamples(clauses: [Clause(type: .heartRate)])) { break }
        for try await _ in connection.changes(QueryChanges(clauses: [], follow: true)) { break }
        for try await _ in connection.observe(Observe(clauses: [])) { break }
        #expect(try await connection.ownStatus().openCalls == 0)
    }

    @Test func aConnectionThatIsGoneLeavesNothingAtTheServer() async throws {
        let server = try ServerProcess(in: ServerFolder())
        let witness = server.folder.connection(as: "org.example.witness")
        let descriptors = try server.openDescriptors
        do {
            let connection = server.folder.connection()
            var changes = connection.changes(QueryChanges(clauses: [], follow: true)).makeAsyncIterator()
            _ = try await changes.next()
            #expect(try await witness.status().connectionCount == 2)
        }
        // The witness's own socket stays.
        while try await witness.status().connectionCount > 1 || server.openDescriptors > descriptors + 1 {}
    }
}
