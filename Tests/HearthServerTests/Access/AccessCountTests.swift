import HearthModel
import HearthServer
import HearthStore
import HearthTestSupport
import HearthWire
import Testing

/// What apps have read, saved and deleted is counted: `ACCESS.md`.
@Suite struct AccessCountTests {
    typealias Row = CountingHarness.Row

    private let harness: CountingHarness

    init() throws {
        harness = try CountingHarness()
    }

    // MARK: - Reading

    @Test func queriesCountWhatTheySend() throws {
        try harness.ask("scale", .save(exampleSamples(1...5), exampleSamples(11...13, of: .stepCount)))
        try harness.ask("diary", .query(.heartRate))
        try harness.ask("diary", .query(.heartRate))
        try harness.ask("diary", .query(.stepCount))
        try harness.ask("idle", .query(.activeEnergyBurned))
        #expect(
            try harness.rows() == [
                Row(app: "scale", type: .heartRate, saved: 5), Row(app: "scale", type: .stepCount, saved: 3),
                Row(app: "diary", type: .heartRate, read: 10), Row(app: "diary", type: .stepCount, read: 3),
            ]
        )
    }

    @Test func aQueryOfManyBatchesAndTypesCountsAllOfThem() throws {
        try harness.ask("scale", .save(exampleSamples(1...9_000), exampleSamples(10_001...15_000, of: .stepCount)))
        let clauses = [Clause(type: .heartRate), Clause(type: .stepCount)]
        let replies = try harness.ask("diary", .querySamples(QuerySamples(clauses: clauses)))
        #expect(replies.count > 3)
        let rows = try harness.rows().filter { $0.app == "diary" }
        #expect(
            rows == [
                Row(app: "diary", type: .heartRate, read: 9_000), Row(app: "diary", type: .stepCount, read: 5_000),
            ]
        )
    }

    @Test func whatIsNotSentIsNotCounted() throws {
        _ = try harness.control(.decide("diary", [Grant(.heartRate, read: .denied)]))
        try harness.ask("scale", .save(exampleSamples(1...5)))
        try harness.ask("diary", .query(.heartRate))
        try harness.ask("diary", .save(exampleSamples(6...6)))
        try harness.ask("diary", .query(.heartRate))
        try harness.ask("limited", .querySamples(QuerySamples(clauses: [Clause(type: .heartRate)], limit: 2)))
        #expect(
            try harness.rows() == [
                Row(app: "scale", type: .heartRate, saved: 5), Row(app: "limited", type: .heartRate, read: 2),
                Row(app: "diary", type: .heartRate, read: 1, saved: 1),
            ]
        )
    }

    @Test func aPredicateCountsWhereNoSamplesAreSent() throws {
        try harness.ask("scale", .save(exampleSamples(1...5)))
        let matching = Clause(type: .heartRate, predicate: Predicate(terms: [.constant(true)]))
        let steps = Clause(type: .stepCount)
        try harness.ask("diary", .listSources(ListSources(clauses: [matching, matching, steps])))
        try harness.ask("diary", .listSources(ListSources(clauses: [steps])))
        try harness.ask("watcher", .observe(Observe(clauses: [matching])))
        #expect(
            try harness.rows() == [
                Row(app: "scale", type: .heartRate, saved: 5), Row(app: "diary", type: .heartRate, read: 1),
                Row(app: "watcher", type: .heartRate, read: 1),
            ]
        )
    }

    /// Nothing of a type that is denied matches: the owner is not told that the app has read it.
    @Test func aPredicateOfADeniedTypeIsNotCounted() throws {
        try harness.ask("scale", .save(exampleSamples(1...5)))
        let grants = [
            Grant(.heartRate, read: .denied),
            Grant(.stepCount, read: .allowed, since: Timestamp(nanoseconds: 0)),
            Grant(.bloodPressureSystolic, read: .denied),
        ]
        _ = try harness.control(.decide("limited", grants))
        let clauses = [ObjectType.heartRate, .stepCount, .bloodPressure, .activeEnergyBurned].map {
            Clause(type: $0, predicate: Predicate(terms: [.constant(true)]))
        }
        try harness.ask("limited", .listSources(ListSources(clauses: clauses)))
        try harness.ask("limited", .observe(Observe(clauses: [clauses[0]])))
        #expect(
            try harness.rows() == [
                Row(app: "scale", type: .heartRate, saved: 5), Row(app: "limited", type: .stepCount, read: 1),
                Row(app: "limited", type: .activeEnergyBurned, read: 1),
            ]
        )
    }

    @Test func membersOfCorrelationsCountByTheirTypes() throws {
        let (systolic, diastolic) = (
            exampleSamples(1...1, of: .bloodPressureSystolic), exampleSamples(2...2, of: .bloodPressureDiastolic)
        )
        let pressure = SampleColumns(
            type: .bloodPressure,
            ids: [exampleID(3)],
            starts: systolic.starts,
            payload: .correlation(CorrelationColumns(lengths: [2], members: [exampleID(1), exampleID(2)]))
        )
        try harness.ask("cuff", .save(systolic, diastolic, pressure))
        try harness.ask("diary", .query(.bloodPressure))
        let types = [ObjectType.bloodPressure, .bloodPressureSystolic, .bloodPressureDiastolic]
        #expect(
            try harness.rows()
                == Set(
                    types.flatMap { [Row(app: "cuff", type: $0, saved: 1), Row(app: "diary", type: $0, read: 1)] }
                )
        )
    }

    @Test func statisticsCountThoseOfBucketsThatHoldSomething() throws {
        try harness.ask("scale", .save(exampleSamples(1...5, of: .stepCount)))
        try harness.ask("watch", .save(exampleSamples(6...8, of: .stepCount)))
        let edges = [0, 4, 7, 1_000].map { exampleSamples([$0]).starts[0] } + [exampleSamples([2_000]).starts[0]]
        let clauses = [Clause(type: .stepCount)]
        try harness.ask("diary", .queryStatistics(QueryStatistics(clauses: clauses, options: [.sum])))
        try harness.ask("chart", .queryStatistics(QueryStatistics(clauses: clauses, options: [.sum], edges: edges)))
        try harness.ask(
            "report",
            .queryStatistics(QueryStatistics(clauses: clauses, options: [.sum], edges: edges, bySource: true))
        )
        let rows = try harness.rows()
        #expect(rows.contains(Row(app: "diary", type: .stepCount, read: 1)))
        #expect(rows.contains(Row(app: "chart", type: .stepCount, read: 3)))
        #expect(rows.contains(Row(app: "report", type: .stepCount, read: 3 + 2 + 2)))
    }

    @Test func characteristicsCountAsOneEach() throws {
        try harness.ask("scale", .characteristics(Characteristics(set: CharacteristicValues(bloodType: 3))))
        try harness.ask("diary", .characteristics(Characteristics(set: nil)))
        #expect(
            try harness.rows() == [
                Row(app: "scale", type: .bloodType, read: 1, saved: 1), Row(app: "diary", type: .bloodType, read: 1),
            ]
        )
    }

    @Test func noticesSourcesAndDeletionsHoldNoValues() throws {
        let reader = try harness.server.open("diary")
        reader.send(2, .observe(Observe(clauses: [])))
        try harness.ask("scale", .save(exampleSamples(1...1)))
        reader.send(3, .listSources(ListSources(clauses: [], after: "")))
        #expect(reader.receive().count == 3)
        let anchor = harness.server.core.snapshot.sealedAnchor
        try harness.ask("scale", .deleteObjects(DeleteObjects(.objects([exampleID(1)]))))
        reader.send(4, .follow(.heartRate, from: anchor))
        let deletions = reader.receive().compactMap { received in
            if case .changes(let batch) = received.reply { batch.deleted } else { nil }
        }
        #expect(deletions.count == 1)
        #expect(try harness.rows() == [Row(app: "scale", type: .heartRate, saved: 1, deleted: 1)])
    }

    // MARK: - Saving and deleting

    @Test func onlyWhatIsNewCountsAsSaved() throws {
        try harness.ask("scale", .save(exampleSamples(1...5), exampleSamples(11...15, of: .stepCount)))
        // The same again, and more of either type.
        try harness.ask("scale", .save(exampleSamples(3...6), exampleSamples(14...18, of: .stepCount)))
        // Another app has them already, and is refused as a whole.
        try harness.ask("thief", .save(exampleSamples(5...7, of: .activeEnergyBurned)))
        #expect(
            try harness.rows() == [
                Row(app: "scale", type: .heartRate, saved: 6), Row(app: "scale", type: .stepCount, saved: 8),
            ]
        )
    }

    @Test func aSaveOfSeveralFramesCountsOnce() throws {
        let client = try harness.server.open("scale")
        client.send(2, .save(exampleSamples(1...5), more: true))
        client.send(2, .save(exampleSamples(6...7), exampleSamples(11...11, of: .stepCount)))
        #expect(client.receive().committed.map(\.added) == [8])
        // Given up.
        client.send(3, .save(exampleSamples(21...25), more: true))
        client.close()
        #expect(
            try harness.rows() == [
                Row(app: "scale", type: .heartRate, saved: 7), Row(app: "scale", type: .stepCount, saved: 1),
            ]
        )
    }

    @Test func aPreparedSaveCountsLikeAnyOther() throws {
        var options = ServerOptions()
        options.writing.preparedSaveBytes = 1
        let harness = try CountingHarness(options)
        try harness.ask("scale", .save(exampleSamples(1...5_000), exampleSamples(10_001...10_003, of: .stepCount)))
        try harness.ask("scale", .save(exampleSamples(4_998...5_002), exampleSamples(10_004...10_004, of: .stepCount)))
        #expect(
            try harness.rows() == [
                Row(app: "scale", type: .heartRate, saved: 5_002), Row(app: "scale", type: .stepCount, saved: 4),
            ]
        )
    }

    @Test func whoIsGoneBeforeTheDiskIsDoneIsCounted() throws {
        let client = try harness.server.open("scale")
        client.send(2, .save(exampleSamples(1...5)))
        client.close()
        harness.server.settle()
        #expect(try harness.rows() == [Row(app: "scale", type: .heartRate, saved: 5)])
    }

    @Test func deletionsCountByType() throws {
        try harness.ask("scale", .save(exampleSamples(1...5), exampleSamples(11...15, of: .stepCount)))
        try harness.ask("scale", .deleteObjects(DeleteObjects(.objects([1, 2, 11].map(exampleID)))))
        try harness.ask("scale", .deleteObjects(DeleteObjects(.matching(Clause(type: .stepCount)))))
        try harness.ask("diary", .deleteObjects(DeleteObjects(.objects([exampleID(3)]))))
        #expect(
            try harness.rows() == [
                Row(app: "scale", type: .heartRate, saved: 5, deleted: 2),
                Row(app: "scale", type: .stepCount, saved: 5, deleted: 5),
            ]
        )
    }

    // MARK: - Who, when and to whom

    @Test func theOwnersToolIsCountedAsItself() throws {
        harness.tool.send(100, .query(.heartRate))
        var foreign = exampleSamples(1...2)
        foreign.provenance = DictionaryColumn(
            Array(repeating: Provenance(source: Source(bundleIdentifier: "watch", name: "Watch")), count: 2)
        )
        harness.tool.send(101, .save(foreign))
        #expect(harness.tool.receive().committed.map(\.added) == [2])
        harness.tool.send(102, .query(.heartRate))
        _ = harness.tool.receive()
        harness.tool.send(103, .accessControl(.counts()))
        guard case .accessList(let list)? = harness.tool.receive().first?.reply else {
            Issue.record("no list came")
            return
        }
        #expect(list.counts.map(\.app) == ["org.hearth.cli"])
        let count = list.counts.first?.types.first?.days.first?.count
        #expect(count?.read == 2 && count?.saved == 2)
    }

    @Test func theLastTimesAreThoseOfTheLastRequests() throws {
        let second: Int64 = 1_000_000_000
        func later(_ seconds: Int64) -> Timestamp {
            Timestamp(nanoseconds: CountingHarness.noon.nanoseconds + seconds * second)
        }
        try harness.ask("scale", .save(exampleSamples(1...1)))
        harness.server.advance(seconds: 10)
        try harness.ask("scale", .query(.heartRate))
        harness.server.advance(seconds: 10)
        try harness.ask("scale", .query(.stepCount))
        let first = try harness.times(of: "scale", .heartRate)
        #expect(first.written == later(0) && first.read == later(10))
        harness.server.advance(seconds: 100)
        try harness.ask("scale", .deleteObjects(DeleteObjects(.objects([exampleID(1)]))))
        let last = try harness.times(of: "scale", .heartRate)
        #expect(last.written == later(120) && last.read == later(10))
    }

    @Test func onlyTheOwnersToolIsTold() throws {
        _ = try harness.control(.add("diary", name: ""))
        let clients = [
            try harness.server.open("scale"), try harness.server.open("diary", through: "diary"),
        ]
        for client in clients {
            client.send(2, .accessControl(.counts()))
            #expect(client.receive().map(\.errorCode) == [.authorizationDenied])
        }
        try harness.ask("scale", .save(exampleSamples(1...1)))
        #expect(try harness.control(.list).counts.isEmpty, "they were not asked for")
        #expect(try harness.control(.decide("scale", [Grant(.heartRate, read: .allowed)])).counts.isEmpty)
        #expect(try harness.counts().count == 1)
    }

    @Test func theNumberOfTheListStaysWhenOnlyCountsChange() throws {
        let before = try harness.control(.counts()).requestsNumber
        try harness.ask("scale", .save(exampleSamples(1...1)))
        #expect(try harness.control(.counts()).requestsNumber == before)
        let waiting = try harness.server.open("org.hearth.cli", isOwnersTool: true)
        waiting.send(2, .accessControl(.await(seen: before)))
        #expect(waiting.receive().isEmpty)
        let controls: [AccessControl] = [
            .decide("scale", [Grant(.heartRate, read: .denied)]), .add("diary", name: ""), .ask(true), .remove("diary"),
        ]
        var numbers = [before]
        for control in controls {
            _ = try harness.control(control)
            numbers.append(try harness.control(.list).requestsNumber)
        }
        #expect(Set(numbers).count == controls.count + 1)
        #expect(waiting.receive().count == 1)
    }
}
