import HearthModel
import HearthServer
import HearthTestSupport
import HearthWire
import Testing

/// The thread of the server answers small requests itself, and leaves what reads large samples to the reader threads.
@Suite final class LargeSampleTests {
    private let harness: ServerHarness
    private let client: TestClient
    private let runner: ReadRunner
    private var lastCall = 1 as UInt64

    init() throws {
        harness = try ServerHarness()
        client = try harness.open()
        runner = ReadRunner(try harness.writer.makeReader())
    }

    private func send(_ request: Request) {
        lastCall += 1
        client.send(lastCall, request)
    }

    /// Which of some requests the thread of the server answers itself.
    private func answered(_ requests: [Request]) throws -> [Bool] {
        try requests.map { request in
            send(request)
            while harness.core.turn() {}
            let isAnswered = !client.takeReplies().isEmpty
            // What it has left to others comes as well.
            while let read = harness.core.takeRead() {
                runner.run(read)
                harness.core.finishRead(read)
                while harness.core.turn() {}
            }
            let later = client.takeReplies()
            try #require(later.compactMap(\.error).isEmpty)
            #expect(isAnswered || !later.isEmpty)
            return isAnswered
        }
    }

    /// Requests that read all samples of a type.
    private func requests(_ type: ObjectType) -> [Request] {
        let clause = Clause(type: type)
        return [
            .querySamples(QuerySamples(clauses: [clause])),
            .querySamples(QuerySamples(clauses: [clause], order: [SortKey(field: .endDate, descending: true)])),
            .queryChanges(QueryChanges(clauses: [clause])),
            .queryChanges(QueryChanges(clauses: [])),
        ]
    }

    private func save(_ columns: [SampleColumns]) {
        send(.save(Save(columns: columns)))
        #expect(client.receive().committed.count == 1)
    }

    private func delete(_ ids: [ObjectID]) {
        send(.deleteObjects(DeleteObjects(.objects(ids))))
        #expect(client.receive().committed.count == 1)
    }

    private static let start = Timestamp(nanoseconds: 1_795_000_000_000_000_000)

    private static func workout(events: Int) -> SampleColumns {
        let detail = WorkoutDetail(
            events: (0..<events).map { _ in WorkoutEvent(type: .marker, start: start, end: start) }
        )
        return SampleColumns(
            type: .workout,
            ids: [exampleID(50_000)],
            starts: [start],
            payload: .workout(WorkoutColumns(activityTypes: [WorkoutActivityType(rawValue: 37)], details: [detail]))
        )
    }

    private static func correlation(members: Int) -> [SampleColumns] {
        let correlation = SampleColumns(
            type: .bloodPressure,
            ids: [exampleID(60_000)],
            starts: [start],
            payload: .correlation(CorrelationColumns(lengths: [UInt32(members)], members: (0..<members).map(exampleID)))
        )
        return [exampleSamples(0..<members, of: .bloodPressureSystolic), correlation]
    }

    @Test func smallSamplesAreReadAtOnce() throws {
        save([exampleSamples(0..<100)])
        #expect(try answered(requests(.heartRate)) == [true, true, true, true])
    }

    @Test func aWorkoutOfManyEventsIsLeftToReaderThreads() throws {
        save([Self.workout(events: 10)])
        #expect(try answered(requests(.workout)) == [true, true, true, true])
        delete([exampleID(50_000)])
        save([Self.workout(events: 50_000)])
        #expect(try answered(requests(.workout)) == [false, false, false, false])
    }

    @Test func aCorrelationOfManyMembersIsLeftToReaderThreads() throws {
        let few = Self.correlation(members: 10)
        save(few)
        #expect(try answered(requests(few[1].type)) == [true, true, true, true])
        delete(few.flatMap(\.ids))
        save(Self.correlation(members: 4_000))
        #expect(try answered(requests(few[1].type)) == [false, false, false, false])
    }

    /// Every segment has to be read for the first row of an order that segments are not in.
    @Test func aSortedQueryOverWideMetadataIsLeftToReaderThreads() throws {
        var wide = exampleSamples(0..<64)
        let entries = try (0..<64).map { row in
            try Metadata([Metadata.Entry(key: "k", value: .string(String(repeating: "a", count: 60_000) + "\(row)"))])
        }
        wide.metadata = DictionaryColumn(entries: entries, indexes: Array(0..<64))
        save([wide])
        #expect(try answered(requests(.heartRate)) == [false, false, false, false])
        // What names few of the samples does not read the others.
        let first = Clause(type: .heartRate, predicate: Predicate(terms: [.ids([exampleID(100)])]))
        #expect(try answered([.querySamples(QuerySamples(clauses: [first]))]) == [true])
    }

    /// The batch that is due is small, and only what may follow it is large.
    @Test func aCallWithoutCreditIsAnsweredWithoutWhatIsTooLarge() throws {
        var options = ServerOptions()
        options.limits.initialCreditBytes = 1
        let harness = try ServerHarness(options)
        let client = try harness.open()
        client.send(2, .save(exampleSamples([70_000]), Self.workout(events: 50_000)))
        _ = client.receive()
        let clauses = [Clause(type: .heartRate), Clause(type: .workout)]
        client.send(3, .querySamples(QuerySamples(clauses: clauses)))
        while harness.core.turn() {}
        let first = client.takeReplies()
        client.send(3, .credit(Credit(bytes: 1 << 24)))
        #expect(first.samples + client.receive().samples == 2)
    }
}
