import HearthModel
import HearthServer
import HearthStore
import HearthTestSupport
import HearthWire
import Testing

/// Replies of more than a frame end a call at most, and never the connection or what comes after.
@Suite struct LargeReplyTests {
    private let harness: ServerHarness
    private let client: TestClient

    init() throws {
        harness = try ServerHarness()
        client = try harness.open()
    }

    private func commit(_ writes: [Write]) throws {
        for outcome in harness.writer.commit(writes) {
            _ = try outcome.get()
        }
        harness.core.advance(to: harness.writer.snapshot)
    }

    // MARK: - Samples

    /// A workout of a store that an earlier version wrote: no save can bring it now.
    private func commitGiant() throws {
        let events = try (0..<300).map { number in
            let text = String(repeating: "x", count: 60_000) + String(number)
            return WorkoutEvent(
                type: .marker,
                start: Timestamp(nanoseconds: 0),
                end: Timestamp(nanoseconds: 0),
                metadata: try Metadata([Metadata.Entry(key: "k", value: .string(text))])
            )
        }
        let giant = SampleColumns(
            type: .workout,
            ids: [exampleID(7)],
            starts: [Timestamp(nanoseconds: 0)],
            payload: .workout(
                WorkoutColumns(
                    activityTypes: [WorkoutActivityType(rawValue: 37)],
                    details: [WorkoutDetail(events: events)]
                )
            )
        )
        let origin = Write.Origin(source: Source(bundleIdentifier: "org.example.run", name: "Run"))
        try commit([Write(origin: origin, operation: .save([giant]))])
    }

    @Test func aQueryForASampleLargerThanAFrameNamesIt() throws {
        try commitGiant()
        client.send(2, .querySamples(QuerySamples(clauses: [Clause(type: .workout)])))
        client.send(3, .ping(Ping()))
        let replies = client.receive()
        let error = replies.compactMap(\.error)
        #expect(error.map(\.code) == [.limitExceeded])
        #expect(error.first?.message.contains("\(exampleID(7))") == true)
        #expect(replies.contains { $0.call == 3 })
    }

    @Test(arguments: [0, 1] as [UInt64]) func changesPassASampleLargerThanAFrame(limit: UInt64) throws {
        try commitGiant()
        client.send(2, .save(exampleSamples(0..<3)))
        _ = client.receive()
        client.send(3, .queryChanges(QueryChanges(clauses: [], limit: limit)))
        var replies = client.receive()
        #expect(replies.compactMap(\.error).isEmpty)
        if limit == 1 {
            guard case .changes(let batch)? = replies.first?.reply else { throw HearthError(.unknown, "no batch") }
            #expect(batch.added.isEmpty)
            client.send(4, .queryChanges(QueryChanges(clauses: [], anchor: batch.anchor)))
            replies = client.receive()
        }
        let added = replies.flatMap { reply -> [ObjectID] in
            if case .changes(let batch) = reply.reply { batch.added.flatMap(\.ids) } else { [] }
        }
        #expect(added == exampleSamples(0..<3).ids)
    }

    @Test func aSampleLargerThanAFrameCanBeDeleted() throws {
        try commitGiant()
        client.send(2, .deleteObjects(DeleteObjects(.objects([exampleID(7)]))))
        var replies = client.receive()
        client.send(3, .querySamples(QuerySamples(clauses: [Clause(type: .workout)])))
        replies += client.receive()
        #expect(replies.compactMap(\.error).isEmpty)
        #expect(harness.writer.snapshot.sampleCount == 0)
    }

    // MARK: - Sources

    private static let apps = (1_000..<3_100).map { "\($0)" + String(repeating: "b", count: 4_000) }

    /// Apps with names of 16.8 MB, with a sample each.
    private func commitApps() throws {
        let name = String(repeating: "n", count: 4_096)
        let writes = Self.apps.enumerated().map { number, app in
            let origin = Write.Origin(source: Source(bundleIdentifier: app, name: name))
            return Write(origin: origin, operation: .save([exampleSamples([number])]))
        }
        try commit(writes)
    }

    @Test func sourcesOfMoreThanAFrameAreReadInPages() throws {
        try commitApps()
        var sources: [Source] = []
        var call: UInt64 = 1
        var hasMore = true
        while hasMore {
            call += 1
            let page = ListSources(after: sources.last?.bundleIdentifier ?? "")
            client.send(call, .listSources(page))
            guard case .sourceList(let list)? = client.receive().first?.reply else {
                throw HearthError(.unknown, "no list")
            }
            sources += list.sources
            hasMore = list.more
        }
        #expect(sources.map(\.bundleIdentifier) == Self.apps)
        #expect(call > 60)
    }

    @Test func sourcesOfMoreThanAFrameAreRefusedInOneReply() throws {
        try commitApps()
        client.send(2, .listSources(ListSources()))
        #expect(client.receive().compactMap(\.error).map(\.code) == [.limitExceeded])
        client.send(3, .ping(Ping()))
        #expect(client.receive().map(\.call) == [3])
    }

    /// The thread of the server neither sorts nor encodes the names of many apps.
    @Test(arguments: [nil, ""] as [String?]) func readerThreadsListManySources(after: String?) throws {
        try commitApps()
        client.send(2, .listSources(ListSources(after: after)))
        while harness.core.turn() {}
        #expect(client.takeReplies().isEmpty)
        #expect(client.receive().count == 1)
    }
}
