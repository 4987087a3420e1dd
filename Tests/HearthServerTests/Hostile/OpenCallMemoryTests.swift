import HearthModel
import HearthTestSupport
import HearthWire
import Testing

/// Calls that stay open with conditions of megabytes.
@Suite struct OpenCallMemoryTests {
    @Test func theMemoryOfOpenCallsIsBounded() throws {
        let server = try ServerProcess(in: ServerFolder())
        let bystander = try Bystander(server)
        let client = try server.connect("org.example.hoarder")
        let before = try server.residentBytes
        var refusals: [HearthError] = []
        for round in 0..<40 as Range<UInt64> {
            let ids = (0..<131_072 as Range<UInt64>).map { ObjectID(high: round, low: $0) }
            let clause = Clause(type: .heartRate, predicate: Predicate(terms: [.ids(ids)]))
            _ = try client.send(.queryChanges(QueryChanges(clauses: [clause], follow: true)))
            if case .error(let reply) = try client.receive().reply {
                refusals.append(reply.error)
            }
        }
        let growth = try server.residentBytes - before
        print("40 calls with 2 MiB of UUIDs each, \(refusals.count) refused: \(growth >> 20) MiB more")
        #expect(refusals.count > 20 && refusals.allSatisfy { $0.code == .limitExceeded })
        #expect(refusals.allSatisfy { $0.field == "query_changes.clauses" })
        #expect(growth < Limits.heldBytes + 64 << 20)
        try bystander.isServed()
    }
}
