import HearthModel
import HearthStore
import HearthWire
import Testing

/// What an app may rely on when it deletes, and whoever hears of it.
@Suite struct StoreDeletingTests {
    /// Two spellings of one letter are two identifiers: each deletion says the one that its sample had.
    @Test(arguments: [false, true])
    func deletionsKeepTheSpellingsOfSyncIdentifiers(_ inOneWrite: Bool) throws {
        let store = try ExampleStore()
        let identifiers = ["\u{E9}", "e\u{301}", "\u{E9}"]
        let types = [ExampleStore.heartRate, ExampleStore.heartRate, type("stepCount")]
        var saved: [SampleColumns] = []
        for (index, identifier) in identifiers.enumerated() {
            var columns = exampleRates([index + 1], of: types[index])
            columns.metadata = exampleSync(identifier, version: 1)
            saved.append(columns)
        }
        let receipt = try store.commit(.save(saved))
        let ids = saved.flatMap(\.ids)
        for part in inOneWrite ? [ids] : ids.map({ [$0] }) {
            try store.delete(part)
        }
        try store.finishMaintenance()

        let kept = try store.deletions(after: receipt.anchor)
        #expect(kept.count == 3)
        for (id, identifier) in zip(ids, identifiers) {
            #expect(kept[id] == Array(identifier.utf8))
        }
    }
}

extension ExampleStore {
    /// The bytes of the sync identifiers of what was deleted.
    fileprivate func deletions(after anchor: Anchor) throws(HearthError) -> [ObjectID: [UInt8]] {
        let cursor = try reader.changes(QueryChanges(clauses: [], anchor: anchor.unsealed), in: writer.snapshot)
        var kept: [ObjectID: [UInt8]] = [:]
        while let batch = try cursor.next() {
            guard let deleted = batch.deleted else { continue }
            for (row, id) in deleted.ids.enumerated() {
                let identifier = deleted.metadata[row]?[MetadataKey.syncIdentifier.rawValue]
                if case .string(let text)? = identifier {
                    kept[id] = Array(text.utf8)
                }
            }
        }
        return kept
    }
}
