import HearthModel
import HearthServer
import HearthStore
import HearthTestSupport
import Testing

/// What deletions tell an app that may not read everything: `ACCESS.md`.
@Suite struct DeletionAccessTests {
    private static let app: AppID = "org.example.reader"
    private static let nutrients = ["Protein", "Sugar"].compactMap {
        ObjectType(identifier: "HKQuantityTypeIdentifierDietary\($0)")
    }
    private let harness: ServerHarness
    private let other: TestClient

    init() throws {
        harness = try ServerHarness(.withAppSockets)
        other = try harness.open("org.example.other")
    }

    private func decide(_ grants: [Grant]) throws {
        let tool = try harness.open("org.hearth.cli", isOwnersTool: true)
        tool.send(2, .accessControl(.decide(Self.app, grants)))
        #expect(tool.receive().map(\.errorCode) == [nil])
    }

    private static func synced(_ samples: SampleColumns, version: Int64 = 1) throws -> SampleColumns {
        var samples = samples
        let keys = try Metadata([
            Metadata.Entry(key: MetadataKey.syncIdentifier.rawValue, value: .string("secret \(samples.type)")),
            Metadata.Entry(key: MetadataKey.syncVersion.rawValue, value: .integer(version)),
        ])
        samples.metadata = DictionaryColumn(entries: [keys])
        return samples
    }

    private func anchor() throws -> EncodedAnchor {
        let app = try harness.open(Self.app.description)
        app.send(2, .queryChanges(QueryChanges(clauses: [])))
        guard case .changes(let batch)? = app.receive().map(\.reply).first else { throw Unexpected("no batch came") }
        return batch.anchor
    }

    /// What comes after an anchor: each deletion with its sync keys.
    private func deletions(
        where predicate: Predicate? = nil,
        of type: ObjectType? = nil,
        after anchor: EncodedAnchor
    ) throws -> [ObjectID: Metadata] {
        let clauses = type.map { [Clause(type: $0, predicate: predicate)] } ?? []
        var found: [ObjectID: Metadata] = [:]
        for deletions in try deletions(QueryChanges(clauses: clauses, anchor: anchor)) {
            for (row, id) in deletions.ids.enumerated() {
                found[id] = deletions.metadata[row] ?? Metadata.none
            }
        }
        return found
    }

    private func deletions(_ query: QueryChanges) throws -> [Deletions] {
        let app = try harness.open(Self.app.description)
        app.send(2, .queryChanges(query))
        return app.receive().compactMap {
            guard case .changes(let batch) = $0.reply else { return nil }
            return batch.deleted
        }
    }

    @Test func theDeletionOfASampleBeforeTheLimitIsHidden() throws {
        try decide([Grant(.heartRate, read: .allowed, since: exampleSamples([5]).starts[0])])
        for number in [4, 5] {
            // Each of an app of its own, so that none replaces the other.
            let saver = try harness.open("org.example.saver\(number)")
            saver.send(2, .save(try Self.synced(exampleSamples([number]))))
            _ = saver.receive()
        }
        let anchor = try anchor()
        for number in [4, 5] {
            let saver = try harness.open("org.example.saver\(number)")
            // One is replaced by a newer version, and the other one deleted.
            saver.send(
                2,
                number == 4
                    ? .save(try Self.synced(exampleSamples([3]), version: 2))
                    : .deleteObjects(DeleteObjects(.objects([exampleID(number)])))
            )
            _ = saver.receive()
        }
        let seen = try deletions(after: anchor)
        #expect(Set(seen.keys) == [exampleID(5)] && seen[exampleID(5)]?.entries.count == 2)
    }

    @Test func theDeletionOfAMealHasNoSyncKeysIfItWasSeenInPart() throws {
        try decide([Grant(Self.nutrients[1], read: .denied)])
        let member = exampleSamples([20], of: Self.nutrients[1])
        let meal = SampleColumns(
            type: .food,
            ids: [exampleID(21)],
            starts: member.starts,
            payload: .correlation(CorrelationColumns(lengths: [1], members: member.ids))
        )
        other.send(2, .save(Save(columns: [member, try Self.synced(meal)])))
        let anchor = try anchor()
        other.send(3, .deleteObjects(DeleteObjects(.objects([exampleID(21)]))))
        _ = other.receive()
        #expect(try deletions(after: anchor) == [exampleID(21): Metadata.none])
        let keys = ["secret \(ObjectType.food)", "another"].map {
            Metadata.Entry(key: MetadataKey.syncIdentifier.rawValue, value: .string($0))
        }
        for key in keys {
            let predicate = Predicate(terms: [.metadata(MetadataMatch(relation: .equal, entries: [key]))])
            #expect(try deletions(where: predicate, of: .food, after: anchor).count == 1, "it tells nothing of the key")
        }
        try decide([Grant(Self.nutrients[1], read: .undetermined)])
        #expect(try deletions(after: anchor)[exampleID(21)]?.entries.count == 2, "all members can be read")
    }

    @Test func aDeletionDoesNotTellThatAHiddenOneBesideItHasSyncKeys() throws {
        try decide([Grant(.heartRate, read: .allowed, since: exampleSamples([5]).starts[0])])
        other.send(2, .save(Save(columns: [try Self.synced(exampleSamples([4])), exampleSamples([5])])))
        _ = other.receive()
        let anchor = try anchor()
        other.send(3, .deleteObjects(DeleteObjects(.objects([exampleID(4), exampleID(5)]))))
        _ = other.receive()
        let seen = try deletions(QueryChanges(clauses: [], anchor: anchor))
        #expect(seen.map(\.ids) == [[exampleID(5)]] && seen.map(\.metadata) == [DictionaryColumn()])
    }
}
