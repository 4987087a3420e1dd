import HearthModel
import HearthTestSupport
import Testing

@testable import HearthStore

/// A reader of changes counts the memory of the changes that it has read and not sent.
@Suite struct HeldChangesTests {
    private static let count = 3_000

    @Test(arguments: [false, true]) func whatIsHeldIsCounted(isDeleted: Bool) throws {
        var options = StoreOptions()
        options.batchSamples = 100
        let store = try ExampleStore(options: options)
        let beginning = store.writer.snapshot.anchor
        try store.save(exampleRates(0..<Self.count) { Double($0) })
        var request = QueryChanges(clauses: [Clause(type: ExampleStore.heartRate)], anchor: beginning.unsealed)
        if isDeleted {
            request.anchor = store.writer.snapshot.sealedAnchor
            try store.delete((0..<Self.count).map(exampleID))
        }
        let cursor = try store.reader.changes(request, in: store.writer.snapshot)
        var most = 0
        reading: while true {
            if case .end = try cursor.step(store.reader, rows: 100_000) { break reading }
            let (counted, real) = (cursor.held.bytes, ArrayBytes(of: cursor).bytes)
            most = max(most, real)
            // Each call counts a kilobyte for itself.
            #expect(counted + 1_024 >= real, "\(real) bytes are held, \(counted) are counted")
        }
        #expect(most >= Self.count * 40)
    }
}
