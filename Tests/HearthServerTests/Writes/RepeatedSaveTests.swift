import HearthModel
import HearthServer
import HearthStore
import HearthWire
import Testing

/// Readers compare the samples of a large save with those that are stored, and look up those that a workout gets, so that
/// the writes of others do not wait.
@Suite struct RepeatedSaveTests {
    private static let count = 2_000
    private let harness: ServerHarness
    private let client: TestClient
    private let other: TestClient

    init() throws {
        var options = ServerOptions()
        options.turns.rowsPerTurn = 64
        // Frames are handled at once.
        options.turns.inlineFrameBytes = 1 << 20
        options.turns.inlineBytesPerTurn = 1 << 20
        options.writing.comparedSamples = 100
        options.writing.associatedSamples = 10
        var store = StoreOptions()
        store.searchedRows = 256
        harness = try ServerHarness(options, storeOptions: store)
        client = try harness.open()
        other = try harness.open("org.example.other")
    }

    private static func samples(_ numbers: Range<Int>) -> SampleColumns {
        SampleColumns(
            type: NumberedSamples.heartRate,
            ids: numbers.map { ObjectID(high: 1, low: UInt64($0)) },
            starts: numbers.map { Timestamp(nanoseconds: 1_600_000_000_000_000_000 + Int64($0)) },
            payload: .quantity(QuantityColumns(values: numbers.map { _ in 60 }))
        )
    }

    private static let workout = SampleColumns(
        type: .workout,
        ids: [ObjectID(high: 2, low: 1)],
        starts: [Timestamp(nanoseconds: 1_600_000_000_000_000_000)],
        payload: .workout(WorkoutColumns(activityTypes: [WorkoutActivityType(rawValue: 37)]))
    )

    private func receipt(_ call: UInt64, _ received: [CoreConnection.Received]) -> Committed? {
        received.compactMap { if $0.call == call, case .committed(let receipt) = $0.reply { receipt } else { nil } }
            .first
    }

    private func commit(_ writes: [Write]) {
        harness.core.finishWrites(harness.writer.commit(writes), harness.writer.snapshot)
    }

    private func expectThatOthersSave() throws {
        other.send(2, .save(Save(columns: [Self.samples(9_000..<9_001)])))
        _ = harness.core.turn()
        let writes = try #require(harness.core.takeWrites())
        #expect(writes.count == 1)
        commit(writes)
        #expect(receipt(2, other.takeReplies())?.added == 1)
        #expect(!harness.core.hasAnsweredAll)
    }

    /// In one column, and in many.
    @Test(arguments: [2_000, 10])
    func othersSaveWhileASaveIsCompared(rows: Int) throws {
        let columns = stride(from: 0, to: Self.count, by: rows).map { Self.samples($0..<$0 + rows) }
        client.send(2, .save(Save(columns: columns)))
        _ = harness.core.turn()
        commit(try #require(harness.core.takeWrites()))
        // New samples need no preparation. Those of several columns are put in order.
        #expect(harness.core.hasAnsweredAll == (columns.count == 1))
        #expect(receipt(2, client.receive())?.added == UInt64(Self.count))
        client.send(3, .save(Save(columns: columns)))
        _ = harness.core.turn()
        commit(try #require(harness.core.takeWrites()))
        #expect(!harness.core.hasAnsweredAll)
        try expectThatOthersSave()
        #expect(receipt(3, client.receive())?.unchanged == UInt64(Self.count))
    }

    @Test func othersSaveWhileSamplesOfAWorkoutAreLookedUp() throws {
        client.send(2, .save(Save(columns: [Self.samples(0..<Self.count), Self.workout])))
        #expect(receipt(2, client.receive())?.added == UInt64(Self.count + 1))
        for call in UInt64(3)...4 {
            client.send(
                call,
                .addToWorkout(AddToWorkout(workout: Self.workout.ids[0], stored: Self.samples(0..<Self.count).ids))
            )
            _ = harness.core.turn()
            #expect(harness.core.takeWrites() == nil)
            if call == 3 {
                try expectThatOthersSave()
            }
            #expect(receipt(call, client.receive()) != nil)
        }
    }
}
