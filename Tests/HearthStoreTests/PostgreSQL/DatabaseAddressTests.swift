import HearthModel
import HearthStore
import Testing

@testable import HearthStore

@Suite struct DatabaseAddressTests {
    @Test func anAddressIsThatOfADatabaseAndAStore() throws {
        let address = try DatabaseAddress(
            "postgres://ann:secret@db.example.org:5433/health?sslmode=require&store=ann-2"
        )
        #expect(address.database == "postgres://ann:secret@db.example.org:5433/health?sslmode=require")
        #expect(address.store == "ann-2")
        #expect(address.description == "postgres://db.example.org:5433/health?store=ann-2")
        #expect(!address.hasSeveralHosts)
    }

    @Test func whatIsPrintedSaysWhereAndNotWho() throws {
        let address = try DatabaseAddress("postgresql:///health?store=a&host=/run/one&user=ann&password=secret")
        #expect(address.database == "postgresql:///health?host=/run/one&user=ann&password=secret")
        #expect(address.description == "postgresql:///health?host=/run/one&store=a")
        #expect(try DatabaseAddress("postgres://one,two/health?store=a").hasSeveralHosts)
    }

    @Test(arguments: [
        "postgres://db/health", "postgres://db/health?store=", "postgres://db/health?store=a&store=b",
        "postgres://db/health?store=a b", "postgres://db/health?store=ü", "postgres://db/health?store=a%2Fb",
        "postgres://db/health?store=" + String(repeating: "a", count: 65), "http://db?store=a",
    ])
    func othersAreRefused(_ text: String) {
        let error = #expect(throws: HearthError.self) { try DatabaseAddress(text) }
        #expect(error?.code == .invalidArgument)
    }

    @Test func whatLibpqDoesNotUnderstandIsRefusedAtOnce() throws {
        let address = try DatabaseAddress("postgres://secret@db/health?nonsense=1&store=a")
        let error = #expect(throws: HearthError.self) {
            try PostgreSQLStorage(address) { _ in
                Issue.record("it waits for a database")
                return false
            }
        }
        #expect(error?.code == .invalidArgument && error?.message.contains("secret") == false)
    }

    @Test func anythingElseIsAFile() throws {
        #expect(try StoreLocation("/home/ann/store.hearth") == .file("/home/ann/store.hearth"))
        #expect(try StoreLocation("postgres.hearth") == .file("postgres.hearth"))
        #expect(throws: HearthError.self) { try StoreLocation("postgres://db/health") }
    }
}
