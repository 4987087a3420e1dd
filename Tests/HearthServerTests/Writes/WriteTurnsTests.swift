import HearthModel
import HearthServer
import HearthStore
import HearthTestSupport
import HearthWire
import Testing

/// Waiting writes are taken in turns of the clients, and of the connections of each of them.
@Suite struct WriteTurnsTests {
    private let harness: ServerHarness

    /// Saves of 500 samples are large ones, and readers prepare them while small ones are expected. The writer has one of
    /// them at a time.
    init() throws {
        var options = ServerOptions()
        options.writing.smallWriteBytes = 1_000
        options.writing.bytesPerGroup = 10_000
        options.writing.preparedSaveBytesAmongSmall = 10_000
        options.turns.rowsPerTurn = 100
        // Nothing is read on the thread of the server.
        options.turns.inlineRows = 0
        harness = try ServerHarness(options)
    }

    /// Has the writer commit group after group. Returns the first numbers of the samples of each.
    private func commitAll() -> [[Int]] {
        var groups: [[Int]] = []
        while let writes = harness.core.takeWrites() {
            groups.append(writes.map(\.firstNumber))
            harness.core.finishWrites(harness.writer.commit(writes), harness.writer.snapshot)
            while harness.core.turn() {}
        }
        return groups
    }

    private func saveMuch(_ client: TestClient, _ numbers: [Int]) {
        for (index, number) in numbers.enumerated() {
            client.send(UInt64(index) + 2, .save(exampleSamples(number..<number + 500)))
        }
        while harness.core.turn() {}
    }

    /// An app saves a sample on one connection while it imports on another.
    @Test func aSmallSaveDoesNotWaitForOtherConnectionsOfItsClient() throws {
        let importer = try harness.open("org.example.app", of: 7)
        let other = try harness.open("org.example.app", of: 7)
        saveMuch(importer, [1_000, 2_000, 3_000, 4_000])
        #expect(harness.core.takeWrites()?.map(\.firstNumber) == [1_000])
        other.send(2, .save(exampleSamples([1])))
        while harness.core.turn() {}
        // It joins the large save.
        #expect(harness.core.takeWrites()?.map(\.firstNumber) == [1])
        #expect(harness.core.takeWrites() == nil)
    }

    @Test func largeSavesTakeTurns() throws {
        let importer = try harness.open("org.example.app", of: 7)
        let second = try harness.open("org.example.other", of: 7)
        let stranger = try harness.open("org.example.stranger", of: 8)
        saveMuch(importer, [1_000, 2_000, 3_000, 4_000])
        saveMuch(second, [5_000, 6_000])
        saveMuch(stranger, [7_000, 8_000])
        #expect(
            commitAll() == [[1_000], [7_000], [5_000], [8_000], [2_000], [6_000], [3_000], [4_000]]
        )
        #expect(importer.takeReplies().map(\.call) == [2, 3, 4, 5])
    }

    /// While others make small saves, readers prepare a large one in steps, and the writer has only the rest of it to do.
    @Test func aLargeSaveIsDividedWhileOthersMakeSmallOnes() throws {
        let importer = try harness.open("org.example.app", of: 7)
        let other = try harness.open("org.example.other", of: 8)
        importer.send(2, .save(exampleSamples(1_000..<1_500)))
        while harness.core.turn() {}
        #expect(commitAll() == [[1_000]])
        other.send(2, .save(exampleSamples([1])))
        while harness.core.turn() {}
        #expect(commitAll() == [[1]])
        importer.send(3, .save(exampleSamples(2_000..<2_500)))
        while harness.core.turn() {}
        var steps = 0
        while harness.readNext() {
            steps += 1
            guard steps < 5 else { continue }
            other.send(UInt64(steps) + 2, .save(exampleSamples([steps + 1])))
            while harness.core.turn() {}
            #expect(commitAll() == [[steps + 1]])
        }
        #expect(steps >= 5)
        #expect(commitAll() == [[2_000]])
        #expect(importer.takeReplies().committed.map(\.added) == [500, 500])
        #expect(other.takeReplies().committed.count == 5)
    }

    /// Small writes long ago do not divide the saves of an import.
    @Test func theSavesOfAnImportAreNotDivided() throws {
        let importer = try harness.open("org.example.app", of: 7)
        let other = try harness.open("org.example.other", of: 8)
        other.send(2, .save(exampleSamples([1])))
        while harness.core.turn() {}
        #expect(commitAll() == [[1]])
        var divided = 0
        for call in 2...40 {
            importer.send(UInt64(call), .save(exampleSamples(call * 1_000..<call * 1_000 + 500)))
            while harness.core.turn() {}
            let steps = sequence(state: harness) { $0.readNext() ? true : nil }
            divided += steps.reduce(0) { count, _ in count + 1 } > 0 ? 1 : 0
            #expect(importer.receive().committed.map(\.added) == [500])
        }
        // In 16 groups. The first save takes one more, which numbers its source.
        #expect(divided == 15)
    }

    /// A small save that has to be compared with many stored samples is prepared while a larger one is.
    @Test func aSmallSaveIsPreparedBesideALargerOne() throws {
        var options = ServerOptions()
        options.writing.smallWriteBytes = 2_000
        options.writing.preparedSaveBytesAmongSmall = 10_000
        options.writing.comparedSamples = 5
        options.turns.rowsPerTurn = 100
        options.turns.inlineRows = 0
        var store = StoreOptions()
        store.searchedRows = 4
        let harness = try ServerHarness(options, storeOptions: store)
        let importer = try harness.open("org.example.app", of: 7)
        let other = try harness.open("org.example.other", of: 8)
        for call in [UInt64(2), 3] {
            if call == 3 {
                // Both are expected to be prepared: the small one is stored already.
                importer.send(2, .save(exampleSamples(2_000..<2_500)))
                while harness.core.turn() {}
            }
            other.send(call, .save(exampleSamples(0..<10)))
            while harness.core.turn() {}
            let writes = try #require(harness.core.takeWrites())
            #expect(writes.map(\.firstNumber) == [0])
            harness.core.finishWrites(harness.writer.commit(writes), harness.writer.snapshot)
            while harness.core.turn() {}
        }
        #expect(other.takeReplies().committed.count == 1)
        var order: [Int] = []
        while order.count < 2, harness.readNext() || harness.core.turn() {
            while harness.core.turn() {}
            guard let writes = harness.core.takeWrites() else { continue }
            order += writes.map(\.firstNumber)
            harness.core.finishWrites(harness.writer.commit(writes), harness.writer.snapshot)
        }
        #expect(order.first == 0)
    }

    /// Readers prepare one large save after the other. The stranger's is the third, not the last. The processes that come through
    /// an app's own socket are one client.
    @Test(arguments: [false, true]) func preparedSavesTakeTurns(_ hasSocket: Bool) throws {
        var options = hasSocket ? ServerOptions.withAppSockets : ServerOptions()
        options.writing.preparedSaveBytes = 1_000
        let harness = try ServerHarness(options)
        let app: AppID = "org.example.app"
        if hasSocket {
            let tool = try harness.open("org.hearth.cli", isOwnersTool: true)
            tool.send(2, .accessControl(.add(app, name: "")))
            tool.send(3, .accessControl(.decide(app, [Grant(.heartRate, share: .allowed)])))
            #expect(tool.receive().map(\.errorCode) == [nil, nil])
        }
        let importers = try (0..<3).map { number in
            try harness.open(app.description, of: hasSocket ? 70 + number : 7, through: hasSocket ? app : nil)
        }
        let stranger = try harness.open("org.example.stranger", of: 8)
        for (number, client) in (importers + [stranger]).enumerated() {
            client.send(2, .save(exampleSamples(number * 1_000..<number * 1_000 + 500)))
        }
        while harness.core.turn() {}
        var order: [Int] = []
        while order.count < 4, harness.readNext() || harness.core.turn() {
            guard let writes = harness.core.takeWrites() else { continue }
            let number = try #require(writes.first).firstNumber
            // The writer may have a save several times.
            if order.last != number {
                order.append(number)
            }
            harness.core.finishWrites(harness.writer.commit(writes), harness.writer.snapshot)
        }
        #expect(order == [0, 1_000, 3_000, 2_000])
    }

    /// Three connections of a client search for what they delete, and one of another client: it gets half of the steps.
    @Test func searchesTakeTurns() throws {
        let app = "org.example.app"
        let filler = try harness.open(app, of: 9)
        saveMuch(filler, (0..<8).map { $0 * 500 })
        _ = commitAll()
        let busy = try (0..<3).map { _ in try harness.open(app, of: 7) }
        let stranger = try harness.open(app, of: 8)
        for client in busy + [stranger] {
            client.send(2, Self.deletion)
        }
        while harness.core.turn() {}
        var first: [Write]?
        while first == nil, harness.readNext() {
            while harness.core.turn() {}
            first = harness.core.takeWrites()
        }
        harness.core.finishWrites(harness.writer.commit(try #require(first)), harness.writer.snapshot)
        #expect(stranger.takeReplies().map(\.call) == [2])
        #expect(busy.allSatisfy { $0.takeReplies().isEmpty })
    }

    /// All samples, by terms of which each is compared.
    private static var deletion: Request {
        let terms = (0..<100).map {
            Predicate.Term.comparison(
                Comparison(field: .quantityMaximum, relation: .notEqual, operand: .number(1_000 + Double($0), nil))
            )
        }
        return .deleteObjects(DeleteObjects(.matching(Clause(type: .heartRate, predicate: Predicate(terms: terms)))))
    }
}

extension Write {
    /// The number of its first sample.
    var firstNumber: Int {
        guard case .save(let columns) = operation else { return -1 }
        return Int(columns[0].ids[0].low & 0xffff_ffff)
    }
}
