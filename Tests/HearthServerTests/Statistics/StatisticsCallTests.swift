import HearthModel
import HearthServer
import HearthStore
import HearthTestSupport
import HearthWire
import Testing

/// `QueryStatistics` and `SourceRanks`: chapters 8.15 and 8.16 of the protocol.
@Suite struct StatisticsCallTests {
    private static let hour: Int64 = 3_600_000_000_000
    private static let first: Int64 = 1_795_000_000_000_000_000

    private static func time(_ hours: Double) -> Timestamp {
        Timestamp(nanoseconds: first + Int64(hours * Double(hour)))
    }

    /// Steps, each from one hour to another.
    private static func steps(_ number: Int, _ samples: (from: Double, to: Double, value: Double)...) -> Request {
        let columns = SampleColumns(
            type: .stepCount,
            ids: samples.indices.map { exampleID(1_000 * number + $0) },
            starts: samples.map { time($0.from) },
            ends: samples.map { time($0.to) },
            payload: .quantity(QuantityColumns(values: samples.map(\.value)))
        )
        return .save(Save(columns: [columns]))
    }

    private static func query(
        hours: Int = 0,
        bySource: Bool = false,
        follow: Bool = false,
        where predicate: Predicate? = nil
    ) -> Request {
        .queryStatistics(
            QueryStatistics(
                clauses: [Clause(type: .stepCount, predicate: predicate)],
                options: [.sum, .duration],
                edges: hours == 0 ? [] : (0...hours).map { time(Double($0)) },
                bySource: bySource,
                follow: follow
            )
        )
    }

    // MARK: - Once

    @Test func statisticsComeAndTheCallEnds() throws {
        let harness = try ServerHarness()
        let (phone, watch) = (try harness.open("phone"), try harness.open("watch"))
        phone.send(2, Self.steps(1, (0.5, 1.5, 100), (2.25, 2.5, 7)))
        _ = phone.receive()
        watch.send(2, Self.steps(2, (0, 1, 40)))
        _ = watch.receive()

        watch.send(3, Self.query(hours: 4, bySource: true))
        let replies = watch.receive().map(\.reply)
        guard replies.count == 2, case .statistics(let batch) = replies[0] else {
            Issue.record("\(replies)")
            return
        }
        #expect(replies[1] == .done(Done(reason: .complete)))
        #expect(batch.reset && batch.caughtUp && batch.anchor == harness.core.snapshot.sealedAnchor)
        #expect(batch.unit == ObjectType.stepCount.storageUnit)
        #expect(batch.merged.buckets == [0, 1, 2])
        // The newer source has the first hour.
        #expect(batch.merged.sums == [40, 50, 7] && batch.merged.counts == [2, 1, 1])
        #expect(batch.merged.durations == [3_600, 1_800, 900])
        #expect(batch.merged.starts == [Self.time(0), Self.time(0.5), Self.time(2.25)])
        #expect(batch.sources.map(\.source.bundleIdentifier) == ["phone", "watch"])
        #expect(batch.sources.map(\.columns.sums) == [[50, 50, 7], [40]])
        #expect(batch.merged.averages.isEmpty && batch.merged.mostRecents.isEmpty)
    }

    @Test func withoutSamplesThereIsNoDataOrNoBucket() throws {
        let client = try ServerHarness().open()
        client.send(2, Self.query())
        guard case .error(let error)? = client.receive().first?.reply else {
            Issue.record("statistics of nothing")
            return
        }
        #expect(error.error.code == .noData && error.error.field.isEmpty)
        client.send(3, Self.query(hours: 2))
        let replies = client.receive().map(\.reply)
        guard replies.count == 2, case .statistics(let batch) = replies[0] else {
            Issue.record("\(replies)")
            return
        }
        #expect(batch.merged == StatisticsColumns() && batch.reset && batch.caughtUp)
    }

    // MARK: - Live

    @Test func whatChangesIsSentAndNothingElse() throws {
        let harness = try ServerHarness()
        let (reader, writer) = (try harness.open("reader"), try harness.open("writer"))
        writer.send(2, Self.steps(1, (0, 1, 10), (1, 2, 20)))
        _ = writer.receive()
        reader.send(2, Self.query(hours: 24, follow: true))
        #expect(try Self.rows(reader) == [0: 10, 1: 20])

        writer.send(3, Self.steps(2, (1.5, 2.5, 6)))
        _ = writer.receive()
        #expect(try Self.rows(reader) == [1: 23, 2: 3])

        writer.send(4, .deleteObjects(DeleteObjects(.objects([exampleID(1_000)]))))
        _ = writer.receive()
        #expect(try Self.rows(reader) == [0: nil])

        // Of another type, and outside of all buckets.
        writer.send(5, .save(exampleSamples(0..<3)))
        writer.send(6, Self.steps(3, (100, 101, 1)))
        _ = writer.receive()
        #expect(reader.receive().isEmpty)

        reader.send(2, .cancel)
        #expect(reader.receive().map(\.reply) == [.done(Done(reason: .cancelled))])
    }

    @Test func anEmptyStateIsSentToo() throws {
        let harness = try ServerHarness()
        let client = try harness.open()
        client.send(2, Self.query(follow: true))
        guard case .statistics(let batch)? = client.receive().first?.reply else {
            Issue.record("nothing came")
            return
        }
        #expect(batch.merged.count == 0 && batch.reset && batch.caughtUp)
        client.send(3, Self.steps(1, (0, 1, 10)))
        #expect(try Self.rows(client) == [0: 10])
    }

    @Test func whatBelongsToAWorkoutChangesToo() throws {
        let client = try ServerHarness().open()
        let workout = SampleColumns(
            type: .workout,
            ids: [exampleID(7)],
            starts: [Self.time(0)],
            payload: .workout(WorkoutColumns(activityTypes: [WorkoutActivityType(rawValue: 37)]))
        )
        client.send(2, .save(Save(columns: [workout])))
        client.send(3, Self.steps(1, (0, 1, 10), (1, 2, 20)))
        _ = client.receive()
        client.send(4, Self.query(hours: 2, follow: true, where: Predicate(terms: [.inWorkout(exampleID(7))])))
        #expect(try Self.rows(client) == [:])
        client.send(5, .addToWorkout(AddToWorkout(workout: exampleID(7), columns: [], stored: [exampleID(1_001)])))
        #expect(try Self.rows(client) == [1: 20])
    }

    /// The sums that came, by bucket; nil: the bucket holds nothing any more.
    private static func rows(_ client: TestClient) throws -> [UInt32: Double?] {
        var rows: [UInt32: Double?] = [:]
        for reply in client.receive() {
            guard case .statistics(let batch) = reply.reply else { continue }
            for row in 0..<batch.merged.count {
                rows[batch.merged.buckets[row]] = .some(batch.merged.counts[row] == 0 ? nil : batch.merged.sums[row])
            }
        }
        return rows
    }

    // MARK: - Ranks

    @Test func onlyTheOwnersToolPutsSourcesInOrder() throws {
        let harness = try ServerHarness()
        let (phone, watch) = (try harness.open("phone"), try harness.open("watch"))
        let tool = try harness.open("tool", isOwnersTool: true)
        phone.send(2, Self.steps(1, (0, 1, 100)))
        _ = phone.receive()
        watch.send(2, Self.steps(2, (0, 1, 40)))
        _ = watch.receive()
        watch.send(3, Self.query(hours: 1, follow: true))
        #expect(try Self.rows(watch) == [0: 40])

        let ranks = SourceRanks(type: .stepCount, set: SourceRankList(["phone", "watch"]))
        phone.send(3, .sourceRanks(ranks))
        guard case .error(let error)? = phone.receive().first?.reply else {
            Issue.record("an app has put sources in order")
            return
        }
        #expect(error.error.code == .authorizationDenied && error.error.field == "source_ranks")

        tool.send(2, .sourceRanks(ranks))
        #expect(tool.receive().map(\.reply) == [.sourceRanks(SourceRankList(["phone", "watch"]))])
        #expect(try Self.rows(watch) == [0: 100])
        phone.send(4, .sourceRanks(SourceRanks(type: .stepCount)))
        #expect(phone.receive().map(\.reply) == [.sourceRanks(SourceRankList(["phone", "watch"]))])

        tool.send(3, .sourceRanks(SourceRanks(type: .stepCount, set: SourceRankList([]))))
        #expect(tool.receive().map(\.reply) == [.sourceRanks(SourceRankList([]))])
        #expect(try Self.rows(watch) == [0: 40])
    }

    // MARK: - Credit

    /// A client that lacks credit falls behind, and then has what a new query finds, whatever it was sent in between.
    @Test func aClientWithoutCreditCatchesUp() throws {
        var options = ServerOptions()
        options.limits.initialCreditBytes = 1
        options.turns.rowsPerTurn = 50
        var (random, seed) = SeededGenerator.fromEnvironment(default: 1)
        let harness = try ServerHarness(options)
        let (reader, writer) = (try harness.open("reader"), try harness.open("writer"))
        var call: UInt64 = 2
        for phase in 0..<8 {
            let live = UInt64(phase + 2)
            reader.send(live, Self.query(hours: 9_000, bySource: true, follow: true))
            var state: [String: Double] = [:]
            var isCaughtUp = false
            for round in 0..<Int.random(in: 1...6, using: &random) {
                let number = 10 * phase + round
                let hour = Double.random(in: 0..<4_000, using: &random).rounded()
                // Many buckets, so that an update takes several batches.
                writer.send(call, Self.steps(number, (hour, hour + (round % 2 == 0 ? 5_000 : 1), 10)))
                if round % 3 == 2 {
                    writer.send(call + 1, .deleteObjects(DeleteObjects(.objects([exampleID(1_000 * (number - 1))]))))
                }
                call += 2
                _ = writer.receive()
                if Bool.random(using: &random) {
                    reader.send(live, .credit(Credit(bytes: 1)))
                }
                isCaughtUp = Self.apply(reader.receive(), to: &state) ?? isCaughtUp
            }
            reader.send(live, .credit(Credit(bytes: 1 << 24)))
            isCaughtUp = Self.apply(reader.receive(), to: &state) ?? isCaughtUp
            var fresh: [String: Double] = [:]
            writer.send(call, Self.query(hours: 9_000, bySource: true))
            writer.send(call, .credit(Credit(bytes: 1 << 24)))
            call += 2
            _ = Self.apply(writer.receive(), to: &fresh)
            #expect(isCaughtUp && state == fresh && fresh.count > 5_000, "HEARTH_TEST_SEED=\(seed), phase \(phase)")
            reader.send(live, .cancel)
            _ = reader.receive()
        }
    }

    /// Applies batches. Returns whether the last of them said that it was all; nil: none came.
    private static func apply(_ replies: [TestClient.Received], to state: inout [String: Double]) -> Bool? {
        var isCaughtUp: Bool?
        for reply in replies {
            guard case .statistics(let batch) = reply.reply else { continue }
            if batch.reset { state = [:] }
            isCaughtUp = batch.caughtUp
            let sources = batch.sources.map { ($0.source.bundleIdentifier, $0.columns) }
            for (name, columns) in [("", batch.merged)] + sources {
                for row in 0..<columns.count {
                    state["\(columns.buckets[row]) \(name)"] = columns.counts[row] == 0 ? nil : columns.sums[row]
                }
            }
        }
        return isCaughtUp
    }
}
