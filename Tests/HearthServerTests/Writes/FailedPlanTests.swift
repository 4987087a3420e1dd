import HearthModel
import HearthServer
import HearthStore
import HearthTestSupport
import HearthWire
import Testing

/// A client that changes what its own large save replaces, while readers prepare the save, holds up no other client.
@Suite final class FailedPlanTests {
    private static let count = 500
    private let harness: ServerHarness
    private let importer: TestClient
    private let stranger: TestClient
    /// The plans of the importer's save that turned out wrong.
    private var failedPlans = 0

    /// The importer has saved samples with sync identifiers, which its next save replaces.
    init() throws {
        var options = ServerOptions()
        options.writing.smallWriteBytes = 1_000
        options.writing.preparedSaveBytes = 10_000
        options.turns.rowsPerTurn = 100
        // Nothing is read on the thread of the server.
        options.turns.inlineRows = 0
        var store = StoreOptions()
        store.searchedRows = 256
        harness = try ServerHarness(options, storeOptions: store)
        importer = try harness.open("org.example.app", of: 7)
        stranger = try harness.open("org.example.stranger", of: 9)
        importer.send(2, .save(try Self.versions(1, of: 0..<Self.count, from: 0)))
        _ = importer.receive()
    }

    private static func versions(_ version: Int64, of numbers: Range<Int>, from first: Int) throws -> SampleColumns {
        var columns = exampleSamples(numbers.map { first + $0 })
        columns.metadata = DictionaryColumn(
            entries: try numbers.map { number in
                try Metadata([
                    Metadata.Entry(key: MetadataKey.syncIdentifier.rawValue, value: .string("\(number)")),
                    Metadata.Entry(key: MetadataKey.syncVersion.rawValue, value: .integer(version)),
                ])
            },
            indexes: numbers.indices.map { UInt32($0 - numbers.lowerBound) }
        )
        return columns
    }

    /// The importer saves new versions of all samples.
    private func saveNewVersions() throws {
        importer.send(3, .save(try Self.versions(1_000, of: 0..<Self.count, from: 10_000)))
        while harness.core.turn() {}
    }

    /// The writer does all that it can have. Returns the first numbers of the samples of what is done, or refused.
    private func commit() -> [Int] {
        var done: [Int] = []
        while let writes = harness.core.takeWrites() {
            let outcomes = harness.writer.commit(writes)
            for (write, outcome) in zip(writes, outcomes) {
                if case .success(.save(let save))? = write.preparation {
                    failedPlans = save.failedPlans
                }
                if outcome.result != nil {
                    done.append(write.firstNumber)
                }
            }
            harness.core.finishWrites(outcomes, harness.writer.snapshot)
            while harness.core.turn() {}
        }
        return done
    }

    /// Does step after step until all is done. `between`: has others write after each of them.
    private func finish(between: () throws -> Void = {}) rethrows -> [Int] {
        var done = commit()
        var steps = 0
        while steps < 20_000, harness.readNext() || harness.core.turn() {
            steps += 1
            while harness.core.turn() {}
            done += commit()
            try between()
            while harness.core.turn() {}
            done += commit()
        }
        return done
    }

    /// Saves new versions of one of the samples, one after the other, each when the last one is answered.
    private final class Rival {
        let client: TestClient
        private(set) var sent = 0
        private(set) var answered = 0

        init(_ client: TestClient) {
            self.client = client
        }

        func saveAnother() throws {
            answered += client.takeReplies().committed.count
            guard answered == sent else { return }
            sent += 1
            let first = 100_000 + 10 * sent
            client.send(UInt64(sent + 1), .save(try FailedPlanTests.versions(Int64(sent + 1), of: 7..<8, from: first)))
        }
    }

    /// The stranger's save comes next, and the importer's after that.
    @Test func aSaveWhosePlanIsWrongPassesItsTurnOn() throws {
        let rival = Rival(try harness.open("org.example.app", of: 7))
        try saveNewVersions()
        stranger.send(2, .save(exampleSamples(50_000..<50_500)))
        while harness.core.turn() {}
        // The first step begins the plan.
        #expect(harness.readNext())
        try rival.saveAnother()
        while harness.core.turn() {}
        #expect(commit() == [100_017])
        #expect(try finish() == [50_000, 10_000])
        #expect(stranger.takeReplies().committed.map(\.added) == [500])
        #expect(importer.takeReplies().committed.map(\.deleted) == [UInt64(Self.count)])
    }

    /// An app saves new versions of the same samples on two connections. The large save is planned twice: the second time the
    /// small ones wait for it.
    @Test func theWritesOfAClientWaitForItsSaveThatWasPlannedAgain() throws {
        let rival = Rival(try harness.open("org.example.app", of: 7))
        try saveNewVersions()
        var mayHaveMore = true
        let done = try finish {
            guard mayHaveMore, rival.sent < 1_000 else { return }
            mayHaveMore = importer.takeReplies().isEmpty
            try rival.saveAnother()
        }
        #expect(!mayHaveMore && rival.sent > 2 && rival.sent < 1_000)
        #expect(failedPlans == 1)
        #expect(done.count { $0 == 10_000 } == 1 && done.count == rival.sent + 1)
        #expect(harness.writer.snapshot.sampleCount == Self.count)
        try harness.writer.verify()
    }

    /// Another process of the same app, for which no client waits: in the end the save is refused, and others have had their
    /// turns.
    @Test func aSaveThatAnotherProcessOfTheAppKeepsChangingIsRefused() throws {
        let rival = Rival(try harness.open("org.example.app", of: 8))
        try saveNewVersions()
        stranger.send(2, .save(exampleSamples(50_000..<50_500)))
        while harness.core.turn() {}
        var replies: [CoreConnection.Received] = []
        let done = try finish {
            replies += importer.takeReplies()
            guard replies.isEmpty, rival.sent < 5_000 else { return }
            try rival.saveAnother()
        }
        let large = done.filter { $0 < 100_000 }
        #expect(large == [50_000, 10_000] && failedPlans == 4)
        guard case .error(let error)? = replies.first?.reply else {
            Issue.record("the save is not refused: \(replies)")
            return
        }
        #expect(error.error.code == .limitExceeded && error.error.field == "save.columns")
        #expect(stranger.takeReplies().committed.map(\.added) == [500])
    }

    /// A stop leaves nothing behind: neither the save nor what waits for it.
    @Test func aStopAnswersTheWritesThatWaitForASave() throws {
        let rival = Rival(try harness.open("org.example.app", of: 7))
        try saveNewVersions()
        var steps = 0
        // Until a small save is not handed to the writer.
        while rival.sent == rival.answered || !commit().isEmpty, steps < 5_000, harness.readNext() {
            steps += 1
            while harness.core.turn() {}
            _ = commit()
            try rival.saveAnother()
            while harness.core.turn() {}
        }
        #expect(rival.sent == rival.answered + 1 && harness.core.takeWrites() == nil && !harness.core.hasAnsweredAll)
        harness.core.stop()
        #expect(importer.takeReplies().calls(refusedWith: .shuttingDown) == [3])
        harness.settle()
        #expect(harness.core.hasAnsweredAll && rival.client.takeReplies().count == 1)
    }
}
