import HearthModel
import HearthServer
import HearthTestSupport
import HearthWire
import Testing

/// What open calls hold is limited, and given back.
@Suite struct HeldBytesTests {
    private let harness: ServerHarness

    init() throws {
        var options = ServerOptions()
        options.memory.smallCallBytes = 4 << 10
        options.memory.heldBytes = 100 << 10
        options.memory.heldBytesOfProcess = 150 << 10
        options.memory.heldBytesTotal = 400 << 10
        options.memory.heldBytesReserve = 50 << 10
        harness = try ServerHarness(options)
    }

    /// A condition that takes about 50 KiB.
    private static func clauses(_ count: Int = 1_000) -> [Clause] {
        [Clause(type: .heartRate, predicate: Predicate(terms: [.ids((0..<count).map(exampleID))]))]
    }

    private static let requests: [Request] = [
        .queryChanges(QueryChanges(clauses: clauses(), follow: true)), .observe(Observe(clauses: clauses())),
    ]

    private func open(_ process: Int32) throws -> TestClient {
        let client = TestClient(harness, of: process)
        try client.introduce()
        return client
    }

    private func refusals(_ client: TestClient, _ calls: ClosedRange<UInt64>, _ request: Request) -> [HearthError] {
        for call in calls {
            client.send(call, request)
        }
        return client.receive().compactMap(\.error)
    }

    @Test(arguments: requests)
    func aConnectionMayNotHoldMore(_ request: Request) throws {
        let client = try open(7)
        let errors = refusals(client, 2...73, request)
        #expect(errors.allSatisfy { $0.code == .limitExceeded && $0.field.hasSuffix(".clauses") })
        #expect((69...71).contains(errors.count), "\(errors.count) of 72 were refused")
        // Calls that end give back what they held.
        for call in 2...73 as ClosedRange<UInt64> {
            client.send(call, .cancel)
        }
        _ = client.receive()
        #expect(refusals(client, 80...151, request).count == errors.count)
    }

    @Test func aProcessMayNotHoldMoreOverItsConnections() throws {
        let clients = try (0..<6).map { _ in try open(7) }
        let counts = clients.map { refusals($0, 2...3, Self.requests[0]).count }
        #expect(counts.reduce(0, +) >= 9 && counts[0] < 2)
        let other = try open(8)
        #expect(refusals(other, 2...2, Self.requests[0]).isEmpty)
        // With its connections everything is gone.
        clients.forEach { $0.close() }
        #expect(refusals(try open(7), 2...2, Self.requests[0]).isEmpty)
    }

    @Test func smallCallsHaveRoomWhileLargeOnesTakeTheRest() throws {
        let clients = try (0..<10).map { try open(100 + Int32($0)) }
        let refused = clients.map { refusals($0, 2...3, Self.requests[0]).count }
        #expect(refused.last == 2)
        let client = try open(99)
        #expect(refusals(client, 2...9, .follow(.heartRate)).isEmpty)
        #expect(refusals(client, 10...10, Self.requests[0]).map(\.code) == [.limitExceeded])
    }

    /// A call that is refused for another reason holds nothing.
    @Test func whatIsRefusedHoldsNothing() throws {
        let client = try open(7)
        let request = Request.queryChanges(QueryChanges(clauses: Self.clauses(), anchor: [1, 2, 3]))
        let errors = refusals(client, 2...20, request)
        #expect(errors.map(\.code) == Array(repeating: .anchorCorrupt, count: 19))
        #expect(refusals(client, 30...30, Self.requests[0]).isEmpty)
    }
}
