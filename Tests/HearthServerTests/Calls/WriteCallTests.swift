import HearthModel
import HearthServer
import HearthStore
import HearthTestSupport
import HearthWire
import Testing

/// Save, DeleteObjects, AddToWorkout and Characteristics.
@Suite struct WriteCallTests {
    @Test func aSaveOfSeveralFramesCommitsAsOne() throws {
        let harness = try ServerHarness()
        let client = try harness.open()
        client.send(2, .save(exampleSamples(1...3), more: true))
        #expect(client.receive().isEmpty)
        #expect(harness.core.snapshot.sampleCount == 0)
        client.send(2, .save(exampleSamples(4...5), more: true))
        client.send(2, .save(more: false))
        #expect(client.receive().committed.map(\.added) == [5])
        #expect(harness.core.snapshot.sampleCount == 5)
    }

    @Test func aSaveThatIsCancelledBeforeItsLastFrameIsDropped() throws {
        let harness = try ServerHarness()
        let client = try harness.open()
        client.send(2, .save(exampleSamples(1...3), more: true))
        client.send(2, .cancel)
        #expect(client.receive().map(\.reply) == [.done(Done(reason: .cancelled))])
        #expect(harness.core.snapshot.sampleCount == 0)
    }

    @Test func aSaveWithoutItsLastFrameIsDroppedWithItsConnection() throws {
        let harness = try ServerHarness()
        let client = try harness.open()
        client.send(2, .save(exampleSamples(1...3), more: true))
        harness.core.disconnect(client.id)
        harness.settle()
        #expect(harness.core.snapshot.sampleCount == 0)
    }

    /// Whoever asks is gone, and what was complete is stored all the same.
    @Test func aCompleteSaveOutlivesItsConnection() throws {
        let harness = try ServerHarness()
        let client = try harness.open()
        client.send(2, .save(exampleSamples(1...3)))
        harness.core.disconnect(client.id)
        harness.settle()
        #expect(harness.core.snapshot.sampleCount == 3)
    }

    /// The third sample of the second frame, as the client counts.
    @Test func anErrorNamesTheFieldInItsFrame() throws {
        let harness = try ServerHarness()
        let client = try harness.open()
        client.send(2, .save(exampleSamples([9])))
        _ = client.receive()
        var other = exampleSamples([7, 8, 9])
        other.payload = .quantity(QuantityColumns(values: [1, 2, 3]))
        client.send(3, .save(exampleSamples(20...21), exampleSamples(30...31), more: true))
        client.send(3, .save(exampleSamples(40...41), other))
        let error = client.receive().first?.error
        #expect(error?.code == .identifierConflict)
        #expect(error?.field == "save.columns[1].uuids[2]")
        #expect(harness.core.snapshot.sampleCount == 1)
    }

    @Test func writesThatMeetAreCommittedTogether() throws {
        let harness = try ServerHarness()
        let clients = try (0..<20).map { try harness.open("org.example.app\($0)") }
        for (index, client) in clients.enumerated() {
            client.send(2, .save(exampleSamples([index])))
        }
        harness.settle()
        #expect(clients.allSatisfy { $0.takeReplies().committed.map(\.added) == [1] })
        let observer = try harness.open()
        observer.send(2, .status)
        guard case .statusReport(let report)? = observer.receive().first?.reply else {
            Issue.record("no report")
            return
        }
        #expect(report.counters.writes == 20)
        #expect(report.counters.groups == 1)
        #expect(report.store.samples == 20)
        #expect(report.connectionCount == 21)
    }

    /// One that imports, and one that saves a sample, which comes with the second write of the other.
    @Test func appsTakeTurnsAtTheDisk() throws {
        var options = ServerOptions()
        options.writing.bytesPerGroup = 1
        let harness = try ServerHarness(options)
        let (busy, other) = (try harness.open("a"), try harness.open("b"))
        for call in 0..<10 {
            busy.send(UInt64(call) + 2, .save(exampleSamples(call * 100..<call * 100 + 100)))
        }
        other.send(2, .save(exampleSamples([5_000])))
        var order: [String] = []
        while let group = harness.core.takeWrites() {
            order += group.map(\.origin.source.bundleIdentifier)
            harness.core.finishWrites(harness.writer.commit(group), harness.writer.snapshot)
        }
        #expect(order == ["a", "b"] + Array(repeating: "a", count: 9))
        #expect(busy.receive().map(\.call) == Array(2..<12))
        #expect(other.receive().committed.map(\.added) == [1])
    }

    /// The apps of each group, as the writer gets them one after the other.
    private func groups(_ harness: ServerHarness) -> [[String]] {
        var groups: [[String]] = []
        while let group = harness.core.takeWrites() {
            groups.append(group.map(\.origin.source.bundleIdentifier))
            harness.core.finishWrites(harness.writer.commit(group), harness.writer.snapshot)
        }
        return groups
    }

    /// With many large writes there, and while they come: each small one is in the group after the next large write.
    @Test func smallWritesWaitForOneLargeOneAtMost() throws {
        var options = ServerOptions()
        options.writing.smallWriteBytes = 1_000
        let harness = try ServerHarness(options)
        let (busy, other, third) = (try harness.open("large"), try harness.open("b"), try harness.open("c"))
        for call in 0..<6 {
            busy.send(UInt64(call) + 2, .save(exampleSamples(call * 100..<call * 100 + 100)))
        }
        let first = try #require(harness.core.takeWrites())
        #expect(first.count == 6)
        other.send(2, .save(exampleSamples([5_000])))
        other.send(3, .save(exampleSamples([5_001])))
        third.send(2, .save(exampleSamples([5_002])))
        for call in 6..<9 {
            busy.send(UInt64(call) + 2, .save(exampleSamples(call * 100..<call * 100 + 100)))
        }
        harness.core.finishWrites(harness.writer.commit(first), harness.writer.snapshot)
        #expect(groups(harness) == [["b", "c", "b"], ["large"], ["large"], ["large"]])
        #expect(busy.receive().map(\.call) == Array(2..<11))
    }

    /// A small write that has waited for a large one comes before the store is put in order, and the next small one before
    /// the next large one.
    @Test func puttingInOrderTakesTheTurnOfALargeWrite() throws {
        var options = ServerOptions()
        options.writing.smallWriteBytes = 1_000
        options.writing.groupsPerMaintenance = 2
        let harness = try ServerHarness(options)
        let core = harness.core
        let (busy, other) = (try harness.open("large"), try harness.open("small"))
        other.send(2, .save(exampleSamples([5_000])))
        for call in 0..<3 {
            busy.send(UInt64(call) + 2, .save(exampleSamples(call * 100..<call * 100 + 100)))
        }
        func next() throws -> String? {
            guard let group = core.takeWrites() else { return nil }
            core.finishWrites(harness.writer.commit(group), harness.writer.snapshot)
            return group[0].origin.source.bundleIdentifier
        }
        #expect(!core.takeMaintenance())
        #expect(try next() == "small")
        #expect(try next() == "large")
        other.send(3, .save(exampleSamples([5_001])))
        #expect(!core.takeMaintenance())
        #expect(try next() == "small")
        #expect(core.takeMaintenance())
        #expect(try next() == nil)
        other.send(4, .save(exampleSamples([5_002])))
        #expect(try next() == "small")
        #expect(try next() == nil)
        #expect(!core.takeMaintenance())
        #expect(!core.hasAnsweredAll)
        core.finishMaintenance()
        #expect(try next() == "large")
        // After small ones that the writer has, there is nobody whom it would keep waiting.
        other.send(5, .save(exampleSamples([5_003])))
        let writes = try #require(core.takeWrites())
        #expect(core.takeMaintenance())
        other.send(6, .save(exampleSamples([5_004])))
        let more = try #require(core.takeWrites())
        #expect([writes.count, more.count] == [1, 1])
        core.finishWrites(harness.writer.commit(writes), harness.writer.snapshot)
        core.finishWrites(harness.writer.commit(more), harness.writer.snapshot)
        core.finishMaintenance()
        #expect(other.receive().map(\.call) == [2, 3, 4, 5, 6])
        #expect(busy.receive().map(\.call) == [2, 3, 4])
    }

    /// The writer has the next ones before it is done with the first, and several of them may be a group.
    @Test func smallWritesAreWithTheWriterBeforeItIsDone() throws {
        var options = ServerOptions()
        options.writing.writesPerGroup = 4
        let harness = try ServerHarness(options)
        let core = harness.core
        let clients = try (0..<6).map { try harness.open("app\($0)") }
        var taken: [[Write]] = []
        for (number, client) in clients.enumerated() {
            client.send(2, .save(exampleSamples([number])))
            taken += core.takeWrites().map { [$0] } ?? []
        }
        // As many as a group may have, and then those that came first are finished.
        #expect(taken.map(\.count) == [1, 1, 1, 1])
        core.finishWrites(harness.writer.commit(taken[0]), harness.writer.snapshot)
        #expect(clients.map { $0.takeReplies().count } == [1, 0, 0, 0, 0, 0])
        let last = try #require(core.takeWrites())
        #expect(last.count == 1)
        core.finishWrites(harness.writer.commit(Array(taken[1...].joined()) + last), harness.writer.snapshot)
        #expect(clients.map { $0.takeReplies().committed.map(\.added) } == [[], [1], [1], [1], [1], []])
        #expect(!core.hasAnsweredAll)
        harness.settle()
        #expect(clients[5].receive().committed.map(\.added) == [1] && core.hasAnsweredAll)
    }

    /// Who saves in bulk, and small things in between, keeps its order; and whoever is alone gets large groups again.
    @Test func largeWritesOfOneWhoIsAloneGoTogether() throws {
        var options = ServerOptions()
        options.writing.smallWriteBytes = 1_000
        let harness = try ServerHarness(options)
        let busy = try harness.open("a")
        busy.send(2, .save(exampleSamples([9_000])))
        for call in 0..<40 {
            busy.send(UInt64(call) + 3, .save(exampleSamples(call * 100..<call * 100 + 100)))
        }
        while harness.core.turn() {}
        let sizes = groups(harness).map(\.count)
        #expect(sizes == [1] + Array(repeating: 1, count: 16) + [24])
        #expect(busy.receive().map(\.call) == Array(2..<43))
    }

    /// Of the app that has too much under way, and of no other.
    @Test func whatAnAppHasUnderWayIsLimited() throws {
        var options = ServerOptions()
        options.limits.stagedBytes = 4_096
        let harness = try ServerHarness(options)
        let (one, same, other) = (try harness.open("a"), try harness.open("a"), try harness.open("b"))
        one.send(2, .save(exampleSamples(1...90), more: true))
        same.send(2, .save(exampleSamples(101...190), more: true))
        other.send(2, .save(exampleSamples(201...290)))
        harness.settle()
        #expect(same.takeReplies().map(\.errorCode) == [.limitExceeded])
        #expect(other.takeReplies().committed.map(\.added) == [90])
        one.send(2, .save())
        #expect(one.receive().committed.map(\.added) == [90])
        same.send(3, .save(exampleSamples(101...190)))
        #expect(same.receive().committed.map(\.added) == [90])
    }

    @Test func characteristicsAreSetAndRead() throws {
        let client = try ServerHarness().open()
        client.send(2, .characteristics(Characteristics(set: CharacteristicValues(bloodType: 7))))
        #expect(client.receive().map(\.reply) == [.characteristicValues(CharacteristicValues(bloodType: 7))])
        client.send(3, .characteristics(Characteristics()))
        #expect(client.receive().map(\.reply) == [.characteristicValues(CharacteristicValues(bloodType: 7))])
    }

    @Test func deletesAndAdditionsNameTheFieldsOfTheirRequests() throws {
        let client = try ServerHarness().open()
        client.send(2, .deleteObjects(DeleteObjects(.objects([exampleID(1)]))))
        client.send(3, .addToWorkout(AddToWorkout(workout: exampleID(1), stored: [exampleID(2)])))
        let errors = client.receive().compactMap(\.error)
        #expect(errors.map(\.code) == [.objectNotFound, .workoutNotFound])
        #expect(errors.map(\.field) == ["delete_objects.objects.uuids[0]", "add_to_workout.workout"])
    }

    @Test func whoStopsFinishesWhatIsCompleteAndRefusesTheRest() throws {
        let harness = try ServerHarness()
        let client = try harness.open()
        client.send(2, .follow(.heartRate))
        client.send(3, .save(exampleSamples([5]), more: true))
        _ = client.receive()
        client.send(4, .save(exampleSamples(1...3)))
        harness.core.stop()
        client.send(5, .ping(Ping()))
        let replies = client.receive()
        #expect(replies.committed.map(\.added) == [3])
        #expect(replies.calls(refusedWith: .shuttingDown) == [2, 3, 5])
        #expect(harness.core.hasAnsweredAll)
        harness.core.closeConnections()
        _ = client.takeReplies()
        #expect(client.isClosed)
    }
}

extension [TestClient.Received] {
    var committed: [Committed] {
        compactMap { if case .committed(let committed) = $0.reply { committed } else { nil } }
    }

    func calls(refusedWith code: ErrorCode) -> Set<UInt64> {
        var calls: Set<UInt64> = []
        for received in self where received.errorCode == code {
            calls.insert(received.call)
        }
        return calls
    }
}
