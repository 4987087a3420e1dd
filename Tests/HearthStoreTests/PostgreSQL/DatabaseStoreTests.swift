import Foundation
import HearthModel
import HearthSystem
import HearthTestSupport
import Testing

@testable import HearthStore

/// What is particular to a store in a database: it is shared, it is reached over connections, and it restarts by itself.
@Suite struct DatabaseStoreTests {
    private let database: DatabaseProcess
    private let address: DatabaseAddress

    init() throws {
        database = try DatabaseProcess.shared.get()
        address = try DatabaseAddress(database.newStore())
    }

    private func open(_ address: DatabaseAddress? = nil) throws -> ExampleStore {
        try ExampleStore(PostgreSQLStorage(address ?? self.address))
    }

    @Test func itIsThereAgain() throws {
        let storage = try PostgreSQLStorage(address)
        #expect(storage.isNew)
        let store = try ExampleStore(storage)
        try store.save(exampleRates(0..<5_000))
        try store.delete([exampleID(7)])
        let rows = try store.rows(ExampleStore.heartRate)
        let anchor = store.writer.snapshot.anchor
        try store.close()

        let again = try PostgreSQLStorage(address)
        #expect(!again.isNew)
        let reopened = try ExampleStore(again)
        #expect(reopened.writer.snapshot.anchor == anchor)
        #expect(try reopened.rows(ExampleStore.heartRate) == rows && rows.count == 4_999)
        try reopened.writer.verify()
    }

    @Test func storesOfADatabaseAreApart() throws {
        let one = try open()
        let other = try open(DatabaseAddress(database.newStore()))
        try one.save(exampleRates(0..<3))
        try other.save(exampleRates(0..<5))
        #expect(one.writer.snapshot.storeID != other.writer.snapshot.storeID)
        #expect(try one.rows(ExampleStore.heartRate).count == 3)
        #expect(try other.rows(ExampleStore.heartRate).count == 5)
        try one.writer.verify()
        try other.writer.verify()
    }

    @Test func oneServerHasAStore() throws {
        let store = try open()
        let error = #expect(throws: HearthError.self) { try PostgreSQLStorage(address) }
        #expect(error == .storeIsTaken)
        try store.close()
        _ = try open()
    }

    @Test func tablesOfANewerVersionAreRefusedAndNotChanged() throws {
        let own = try DatabaseProcess()
        let address = try DatabaseAddress(own.newStore())
        try open(address).close()
        _ = try own.query("UPDATE hearth.schema SET version = 99")
        let error = #expect(throws: HearthError.self) { try PostgreSQLStorage(address) }
        #expect(error == .newerStore)
        #expect(try own.query("SELECT version FROM hearth.schema") == "99")
    }

    @Test func aDatabaseThatRefusesIsNotWaitedFor() throws {
        let unknown = database.newStore().replacingOccurrences(of: "/postgres?", with: "/unknown?")
        let error = #expect(throws: HearthError.self) {
            try PostgreSQLStorage(DatabaseAddress(unknown)) { _ in
                Issue.record("it waits")
                return false
            }
        }
        #expect(
            error?.code == .storageFailed && error?.message.contains("unknown") == true,
            "\(String(describing: error))"
        )
    }

    @Test func damageIsDetected() throws {
        let store = try open()
        try store.save(exampleRates(0..<100))
        try store.close()
        let condition = "WHERE store = '\(address.store)'"
        for (change, back) in [
            ("UPDATE hearth.head SET sequence = sequence + 1", "UPDATE hearth.head SET sequence = sequence - 1"),
            ("UPDATE hearth.segment SET died = 1", "UPDATE hearth.segment SET died = NULL"),
            (
                "UPDATE hearth.segment SET summary = set_byte(summary, 9, get_byte(summary, 9) # 1)",
                "UPDATE hearth.segment SET summary = set_byte(summary, 9, get_byte(summary, 9) # 1)"
            ),
        ] {
            _ = try database.query("\(change) \(condition)")
            let error = #expect(throws: HearthError.self) { try open() }
            #expect(error?.code == .storageCorrupt, "\(change)")
            _ = try database.query("\(back) \(condition)")
        }
        _ = try database.query(
            "UPDATE hearth.segment SET block = set_byte(block, 40, get_byte(block, 40) # 1) \(condition)"
        )
        let damaged = try open()
        let error = #expect(throws: HearthError.self) { try damaged.writer.verify() }
        #expect(error?.code == .storageCorrupt)
    }

    /// In the middle of commits and between them.
    @Test func lostConnectionsLoseNothing() throws {
        let store = try open()
        let sessions = "SELECT pg_terminate_backend(l.pid) FROM pg_locks l, hearth.head h WHERE l.locktype = 'advisory'"
        let ofStore = """
             AND h.store = '\(address.store)' AND l.objsubid = 1
             AND hashtextextended('hearth:' || h.store, 0) = (l.classid::bigint << 32 | l.objid::bigint)
            """
        var saved = 0
        for _ in 0..<15 {
            let thread = BackgroundThread { [database] in _ = try database.query(sessions + ofStore) }
            let end = saved + 20
            while saved < end {
                let receipt = try store.save(exampleRates(saved..<saved + 1))
                #expect(receipt.added == 1)
                saved += 1
            }
            try thread.join()
        }
        #expect(store.writer.snapshot.head == UInt64(saved))
        #expect(try store.rows(ExampleStore.heartRate).count == saved)
        try store.writer.verify()
    }

    @Test(arguments: [false, true])
    func aRestartOfTheDatabaseLosesNothing(atOnce: Bool) throws {
        let own = try DatabaseProcess()
        let address = try DatabaseAddress(own.newStore())
        let store = try open(address)
        for round in 0..<3 {
            try store.save(exampleRates(round * 10..<round * 10 + 10))
            let snapshot = store.writer.snapshot
            try own.stop(atOnce: atOnce)
            try own.start()
            #expect(try store.rows(ExampleStore.heartRate, in: snapshot).count == round * 10 + 10)
        }
        try store.close()
        let again = try open(address)
        #expect(try again.rows(ExampleStore.heartRate).count == 30)
        try again.writer.verify()
    }

    @Test func aDatabaseThatIsGoneIsATypedErrorAndItsReturnIsNoticed() throws {
        let own = try DatabaseProcess()
        let address = try DatabaseAddress(own.newStore())
        let store = try ExampleStore(PostgreSQLStorage(address, waitLimit: 0))
        try store.save(exampleRates(0..<1))
        try own.stop()
        let error = #expect(throws: HearthError.self) { try store.save(exampleRates(1..<2)) }
        #expect(error?.code == .storageFailed)
        #expect(throws: HearthError.self) { try store.writer.checkFiles() }
        try own.start()
        try store.writer.checkFiles()
        try store.save(exampleRates(1..<2))
        #expect(try store.rows(ExampleStore.heartRate).count == 2)
    }

    /// The server that had the store finds that its state is another one than the head's.
    @Test func aCommitOfAnotherServerIsNoticed() throws {
        let store = try open()
        try store.save(exampleRates(0..<1))
        _ = try database.query("UPDATE hearth.head SET version = version + 1 WHERE store = '\(address.store)'")
        let error = #expect(throws: HearthError.self) { try store.save(exampleRates(1..<2)) }
        #expect(error?.code == .storageFailed && error?.message.contains("Another server") == true)
        // It has read the state again.
        try store.save(exampleRates(1..<2))
        #expect(try store.rows(ExampleStore.heartRate).count == 2)
    }

    /// As after a failover to a standby that lacks the last commits.
    @Test func anOlderStateIsNotTakenForTheNewerOne() throws {
        let store = try open()
        let condition = "WHERE store = '\(address.store)'"
        let older = "older_\(UInt64.random(in: 0...UInt64.max))"
        try store.save(exampleRates(0..<1))
        _ = try database.query("CREATE TABLE \(older) AS SELECT * FROM hearth.head \(condition)")
        try store.save(exampleRates(1..<2))
        _ = try database.query(
            """
            DELETE FROM hearth.segment \(condition) AND born = (SELECT version FROM hearth.head \(condition));
            DELETE FROM hearth.head \(condition);
            INSERT INTO hearth.head SELECT * FROM \(older);
            DROP TABLE \(older);
            """
        )
        for _ in 0..<3 {
            let error = #expect(throws: HearthError.self) { try store.save(exampleRates(2..<3)) }
            #expect(error?.code == .storageFailed)
        }
        try store.close()
        #expect(try open().rows(ExampleStore.heartRate).count == 1)
    }
}
