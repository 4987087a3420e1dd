import HearthModel
import HearthServer
import HearthStore
import HearthTestSupport
import HearthWire
import Testing

/// The owner's tool saves on behalf of other sources: chapter 8.2 of the protocol.
@Suite struct SavingOnBehalfTests {
    private static let start = Timestamp(nanoseconds: 1_795_000_000_000_000_000)
    private static let phone = Source(bundleIdentifier: "org.example.phone", name: "Phone")
    private static let watch = Source(bundleIdentifier: "org.example.watch", name: "Watch")

    private static func save(_ sources: [Source?], from number: Int = 0, metadata: Metadata = .none) -> Request {
        let columns = SampleColumns(
            type: .stepCount,
            ids: sources.indices.map { exampleID(number + $0) },
            starts: sources.map { _ in start },
            ends: [],
            provenance: DictionaryColumn(sources.map { Provenance(source: $0, version: $0 == nil ? nil : "7.1") }),
            metadata: metadata == .none ? DictionaryColumn() : DictionaryColumn(entries: [metadata]),
            payload: .quantity(QuantityColumns(values: sources.indices.map { Double($0 + 1) }))
        )
        return .save(Save(columns: [columns]))
    }

    private static func found(_ client: TestClient, _ call: UInt64, _ predicate: Predicate? = nil) -> [ObjectID:
        Provenance]
    {
        client.send(call, .querySamples(QuerySamples(clauses: [Clause(type: .stepCount, predicate: predicate)])))
        var found: [ObjectID: Provenance] = [:]
        for received in client.receive() {
            guard case .samples(let batch) = received.reply else { continue }
            for columns in batch.columns {
                for row in columns.ids.indices {
                    found[columns.ids[row]] = columns.provenance[row]
                }
            }
        }
        return found
    }

    private static func error(_ client: TestClient) -> HearthError? {
        guard case .error(let error)? = client.receive().last?.reply else { return nil }
        return error.error
    }

    @Test func sourcesStayApartAndTheToolOwnsTheSamples() throws {
        let harness = try ServerHarness()
        let tool = try harness.open("org.example.import", isOwnersTool: true)
        tool.send(2, Self.save([Self.phone, Self.watch, nil]))
        guard case .committed(let receipt)? = tool.receive().last?.reply else {
            Issue.record("the tool may not save")
            return
        }
        #expect(receipt.added == 3)
        let all = Self.found(tool, 3)
        #expect(all[exampleID(0)]?.source == Self.phone && all[exampleID(0)]?.version == "7.1")
        #expect(all[exampleID(0)]?.owner == "org.example.import" && all[exampleID(1)]?.owner == "org.example.import")
        #expect(all[exampleID(2)]?.source?.bundleIdentifier == "org.example.import" && all[exampleID(2)]?.owner == nil)
        let ofWatch = Self.found(tool, 4, Predicate(terms: [.sources(["org.example.watch"])]))
        #expect(Set(ofWatch.keys) == [exampleID(1)])

        // The source itself owns nothing of it.
        let watch = try harness.open("org.example.watch")
        watch.send(2, .deleteObjects(DeleteObjects(.objects([exampleID(1)]))))
        #expect(Self.error(watch)?.code == .notOwner)
        watch.send(3, .deleteObjects(DeleteObjects(.matching(Clause(type: .stepCount)))))
        _ = watch.receive()
        #expect(Self.found(tool, 5).count == 3)
        tool.send(6, .deleteObjects(DeleteObjects(.objects([exampleID(1)]))))
        #expect(Self.error(tool) == nil)
        tool.send(7, .deleteObjects(DeleteObjects(.matching(Clause(type: .stepCount)))))
        _ = tool.receive()
        #expect(Self.found(tool, 8).isEmpty)
    }

    @Test func anAppSavesUnderItsOwnNameOnly() throws {
        let harness = try ServerHarness()
        let app = try harness.open("org.example.run")
        app.send(2, Self.save([nil, Self.watch]))
        let error = Self.error(app)
        #expect(error?.code == .invalidArgument && error?.field == "save.columns[0].provenances[1].source")
        #expect(Self.found(app, 3).isEmpty)
    }

    /// What an app saved and an import brings again is not changed.
    @Test func theSameSampleOfTheSourceIsUnchanged() throws {
        let harness = try ServerHarness()
        let watch = try harness.open("org.example.watch")
        watch.send(2, Self.save([nil]))
        _ = watch.receive()
        let tool = try harness.open("org.example.import", isOwnersTool: true)
        tool.send(2, Self.save([Self.watch]))
        guard case .committed(let receipt)? = tool.receive().last?.reply else {
            Issue.record("the tool may not save")
            return
        }
        #expect(receipt.unchanged == 1 && receipt.added == 0)
        #expect(Self.found(tool, 3)[exampleID(0)]?.owner == nil)
        tool.send(4, .deleteObjects(DeleteObjects(.objects([exampleID(0)]))))
        #expect(Self.error(tool)?.code == .notOwner)
    }

    /// A sync identifier is one of its owner: of an app, or of the tool.
    @Test func aSyncIdentifierReplacesOnlyWhatTheSameOwnerSaved() throws {
        func version(_ number: Int64) throws -> Metadata {
            try Metadata([
                Metadata.Entry(key: MetadataKey.syncIdentifier.rawValue, value: .string("one")),
                Metadata.Entry(key: MetadataKey.syncVersion.rawValue, value: .integer(number)),
            ])
        }
        let harness = try ServerHarness()
        let watch = try harness.open("org.example.watch")
        let tool = try harness.open("org.example.import", isOwnersTool: true)
        watch.send(2, Self.save([nil], metadata: try version(1)))
        _ = watch.receive()
        tool.send(2, Self.save([Self.watch], from: 10, metadata: try version(2)))
        tool.send(3, Self.save([Self.phone], from: 20, metadata: try version(3)))
        _ = tool.receive()
        #expect(Set(Self.found(tool, 4).keys) == [exampleID(0), exampleID(20)])
        watch.send(3, Self.save([nil], from: 30, metadata: try version(4)))
        _ = watch.receive()
        #expect(Set(Self.found(tool, 5).keys) == [exampleID(20), exampleID(30)])
    }
}
