import HearthModel
import HearthTestSupport
import Testing

@testable import HearthStore

/// A connection that is lost while a commit is under way leaves open what became of it. The store finds out.
@Suite struct InDoubtTests {
    private let database: DatabaseProcess
    private let relay: DatabaseRelay
    private let store: ExampleStore
    private let name: String

    init() throws {
        database = try DatabaseProcess.shared.get()
        relay = try DatabaseRelay(to: database.folder.path)
        name = "doubt-\(String(UInt64.random(in: 0...UInt64.max), radix: 36))"
        let address = try DatabaseAddress(database.address(ofStore: name, in: relay.folder.path))
        store = try ExampleStore(PostgreSQLStorage(address))
        try store.save(exampleRates(0..<1))
    }

    @Test(arguments: [DatabaseRelay.Cut.beforeRequest, .beforeReply])
    func aCommitHappensOnce(_ cut: DatabaseRelay.Cut) throws {
        let version = try version
        relay.cut(cut)
        let receipt = try store.save(exampleRates(1..<2))
        #expect(relay.hasCut)
        #expect(receipt.added == 1 && store.writer.snapshot.head == 2)
        // One that was not committed has made what was sent before invalid, which takes a version.
        #expect(try self.version == version + (cut == .beforeReply ? 1 : 2))
        try store.save(exampleRates(2..<3))
        #expect(try store.rows(ExampleStore.heartRate).count == 3)
        try store.writer.verify()
    }

    @Test func aReadIsRepeated() throws {
        try store.save(exampleRates(1..<5_000))
        relay.cut(.beforeReply)
        #expect(try store.rows(ExampleStore.heartRate).count == 5_000)
        #expect(relay.hasCut)
    }

    private var version: Int {
        get throws {
            let text = try database.query("SELECT version FROM hearth.head WHERE store = '\(name)'")
            return try #require(Int(text))
        }
    }
}
