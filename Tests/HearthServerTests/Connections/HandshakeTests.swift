import HearthModel
import HearthServer
import HearthTestSupport
import HearthWire
import Testing

/// Chapter 4 of the protocol.
@Suite struct HandshakeTests {
    @Test func helloIsAnsweredWithTheStoreAndTheLimits() throws {
        let harness = try ServerHarness()
        let client = TestClient(harness)
        client.send(3, .hello(Hello(major: 1, minor: 7, app: App(bundleIdentifier: "org.example.run"))))
        let replies = client.receive()
        #expect(replies.map(\.call) == [3])
        guard case .welcome(let welcome)? = replies.first?.reply else {
            Issue.record("no Welcome but \(replies)")
            return
        }
        #expect(welcome.major == 1)
        #expect(welcome.minor == 7)
        #expect(welcome.storeID == harness.core.snapshot.storeID)
        #expect(welcome.limits == .standard)
    }

    /// With the store's key a client knows which UUIDs the imported samples of all apps have.
    @Test func onlyTheOwnersToolGetsTheKeyOfTheStore() throws {
        var options = ServerOptions()
        options.appSockets = AppSocketFolder("/run/hearth/apps")
        let harness = try ServerHarness(options)
        func key(_ app: String, through socket: AppID? = nil, isOwnersTool: Bool = false) throws -> IdentityKey {
            let client = TestClient(harness, as: socket, isOwnersTool: isOwnersTool)
            client.send(1, .hello(Hello(major: 1, minor: 7, app: App(bundleIdentifier: app))))
            guard case .welcome(let welcome)? = client.receive().first?.reply else {
                throw HearthError(.unknown, "no Welcome came")
            }
            return try #require(welcome.identityKey)
        }
        let stored = try #require(harness.core.snapshot.identityKey)
        #expect(try key("org.hearth.cli", isOwnersTool: true) == stored)
        // It saves for other apps.
        #expect(try key("org.example.run", isOwnersTool: true) == stored)
        let tool = try harness.open("org.hearth.cli", isOwnersTool: true)
        tool.send(2, .accessControl(.add("org.example.kit", name: "")))
        #expect(tool.receive().count == 1)
        let attested = try key("org.hearth.cli", through: "org.example.kit")
        #expect(try attested == key("org.example.kit", through: "org.example.kit"), "the socket decides")
        let declared = try key("org.hearth.cli")
        let other = try key("org.example.run")
        #expect(Set([stored, attested, declared, other]).count == 4)
    }

    /// A client of an older minor version goes on as before.
    @Test func aClientOf10GetsASessionOf10() throws {
        let client = TestClient(try ServerHarness())
        client.send(1, .hello(Hello(major: 1, minor: 0, app: App(bundleIdentifier: "org.example.run"))))
        guard case .welcome(let welcome)? = client.receive().first?.reply else {
            Issue.record("no Welcome came")
            return
        }
        #expect(welcome.major == 1 && welcome.minor == 0)
        client.send(2, .save(exampleSamples(1...3)))
        #expect(client.receive().committed.map(\.added) == [3])
        client.send(3, .status)
        #expect(client.receive().count == 1)
    }

    @Test func anotherMajorVersionIsToldWhichAreSpoken() throws {
        let client = TestClient(try ServerHarness())
        client.send(1, .hello(Hello(major: 2, minor: 0, app: App(bundleIdentifier: "org.example.run"))))
        guard case .error(let refusal)? = client.receive().first?.reply else {
            Issue.record("no error came")
            return
        }
        #expect(refusal.error.code == .versionUnsupported)
        #expect(refusal.error.message == "This server speaks version 1.7.")
        #expect(refusal.versions == VersionRange(lowestMajor: 1, highestMajor: 1, highestMinor: 7))
    }

    @Test func anotherRequestFirstEndsTheConnection() throws {
        let harness = try ServerHarness()
        let client = TestClient(harness)
        client.send(1, .ping(Ping()))
        #expect(client.receive().map(\.errorCode) == [.handshakeRequired])
        #expect(client.isClosed)
    }

    @Test func whoSaysNothingForFiveSecondsIsSentAway() throws {
        let harness = try ServerHarness()
        let client = TestClient(harness)
        harness.advance(seconds: 4.9)
        #expect(client.receive().isEmpty)
        #expect(!client.isClosed)
        harness.advance(seconds: 0.2)
        #expect(client.receive().map(\.errorCode) == [.handshakeTimeout])
        #expect(client.isClosed)
    }

    /// Silent connections do not keep the reserve from the owner's tool, whichever limits they exceed.
    @Test func theReserveIsNotFilledByProcessesWithTooMany() throws {
        var options = ServerOptions()
        options.connectionsMax = 2
        options.connectionsOfProcess = 1
        let harness = try ServerHarness(options)
        let silent = (0..<10).flatMap { number in (0..<2).map { _ in TestClient(harness, of: Int32(number + 1)) } }
        let open = silent.filter { client in
            _ = client.receive()
            return !client.isClosed
        }
        #expect(open.count == options.connectionsMax + ServerOptions.reservedConnections / 2)
        try TestClient(harness, of: 99, isOwnersTool: true).introduce()
    }

    /// Commands that run for long do not keep others away: the oldest of them ends when four have taken half of the reserve.
    @Test func commandsThatRunForLongLeaveRoomForOthers() throws {
        var options = ServerOptions()
        options.connectionsMax = 2
        let harness = try ServerHarness(options)
        let first = try harness.open(isOwnersTool: true)
        let others = [try harness.open()]
        let tools = try (0..<20).map { _ in
            let tool = try harness.open(isOwnersTool: true)
            tool.send(2, .observe(Observe(clauses: [])))
            return tool
        }
        let refusals = tools.map { tool in
            let errors = tool.receive().compactMap(\.errorCode)
            #expect(tool.isClosed == (errors == [.limitExceeded]))
            return tool.isClosed
        }
        #expect(refusals == [Bool](repeating: true, count: 16) + [Bool](repeating: false, count: 4))
        #expect(!first.isClosed && others.allSatisfy { !$0.isClosed })

        // Ordinary connections are free again: no command ends for another one.
        others[0].close()
        first.close()
        tools[16...18].forEach { $0.close() }
        _ = try harness.open(isOwnersTool: true)
        #expect(tools[19].receive().allSatisfy { $0.errorCode == nil } && !tools[19].isClosed)
    }

    /// A process cannot have the connections of others handed to it without end.
    @Test func processesThatHaveEndedHaveTheConnectionsOfOne() throws {
        var options = ServerOptions()
        options.connectionsMax = 64
        options.connectionsOfProcess = 4
        options.hasProcessEnded = { $0 >= 100 }
        let harness = try ServerHarness(options)
        let others = try (0..<24).map { try harness.open(of: Int32($0 + 1)) }
        let handed = try (0..<32).map { try harness.open(of: Int32($0 + 100)) }
        #expect(handed.allSatisfy { $0.receive().isEmpty }, "there is room")
        let more = (0..<15).map { TestClient(harness, of: Int32($0 + 50)) }
        let refusals = handed.map { client in client.receive().map(\.errorCode) }
        #expect(refusals.prefix(4).allSatisfy { $0.isEmpty })
        #expect(refusals.dropFirst(4).allSatisfy { $0 == [.limitExceeded] })
        #expect(handed.dropFirst(4).allSatisfy { $0.isClosed })
        #expect((others + more.prefix(8)).allSatisfy { $0.receive().isEmpty })
    }

    /// The number of a process that has ended may be that of another one.
    @Test func theStatusDoesNotNameProcessesThatHaveEnded() throws {
        var options = ServerOptions()
        options.hasProcessEnded = { $0 == 100 }
        let harness = try ServerHarness(options)
        let (handed, client) = (try harness.open("a", of: 100), try harness.open("b", of: 101))
        client.send(2, .status)
        guard case .statusReport(let report)? = client.receive().first?.reply else {
            Issue.record("no report came")
            return
        }
        let processes = Dictionary(uniqueKeysWithValues: report.connections.map { ($0.bundleIdentifier, $0.process) })
        #expect(processes == ["a": 0, "b": 101])
        #expect(!handed.isClosed)
    }

    /// An app in its sandbox cannot take the connections of all others, whatever processes it starts.
    @Test func theSocketOfAnAppHasOnlySoManyConnections() throws {
        var options = ServerOptions()
        options.connectionsOfAppSocket = 3
        let harness = try ServerHarness(options)
        let app: AppID = "org.example.boxed"
        let clients = (0..<3).map { TestClient(harness, of: Int32($0 + 10), as: app) }
        let more = TestClient(harness, of: 20, as: app)
        more.send(5, .hello(Hello(major: 1, minor: 3, app: App(bundleIdentifier: "org.example.boxed"))))
        let refusal = more.receive()
        #expect(refusal.map(\.call) == [5] && refusal.map(\.errorCode) == [.limitExceeded])
        guard case .error(let reply)? = refusal.first?.reply else { return }
        #expect(reply.error.message.contains("connections_of_app_socket"))
        #expect(more.isClosed)
        more.close()

        let silent = (0..<3).map { TestClient(harness, of: Int32($0 + 30), as: app) }
        #expect((clients + silent).allSatisfy { $0.receive().isEmpty && !$0.isClosed })
        let refused = TestClient(harness, of: 40, as: app)
        #expect(refused.receive().map(\.call) == [0] && refused.isClosed)

        // Those of others do not count.
        _ = try harness.open(of: 10)
        #expect(TestClient(harness, of: 41, as: "org.example.other").receive().isEmpty)
    }

    /// Each is two bytes in a report and a hundred in memory: a client refuses a frame with very many.
    @Test func manyConnectionsWithoutHelloLeaveTheStatusReadable() throws {
        let harness = try ServerHarness()
        let silent = (0..<1_000).map { _ in TestClient(harness) }
        let client = try harness.open()
        client.send(2, .status)
        guard case .statusReport(let report)? = client.receive().first?.reply else {
            Issue.record("no report came")
            return
        }
        #expect(report.connectionCount == 1_001)
        #expect(report.connections.count == 65)
        #expect(report.connections.first?.bundleIdentifier == "org.example.run")
        withExtendedLifetime(silent) {}
    }

    /// A process that opens connections without end leaves room for others, whether or not it says Hello.
    @Test func aProcessHasOnlySoManyConnections() throws {
        var options = ServerOptions()
        options.connectionsOfProcess = 3
        let harness = try ServerHarness(options)
        let clients = try (0..<3).map { _ in try harness.open(of: 7) }
        let more = TestClient(harness, of: 7)
        #expect(more.receive().isEmpty, "it is told when it says Hello")
        more.send(5, .hello(Hello(major: 1, minor: 3, app: App(bundleIdentifier: "org.example.run"))))
        let refusal = more.receive()
        #expect(refusal.map(\.call) == [5] && refusal.map(\.errorCode) == [.limitExceeded])
        guard case .error(let reply)? = refusal.first?.reply else { return }
        #expect(reply.error.message.contains("3 connections") && reply.error.message.contains("connections_of_process"))
        #expect(more.isClosed)

        // Those of others, and of processes that nobody names, are not counted.
        for process in [8, 8, 8, nil, nil, nil, nil] as [Int32?] {
            _ = try harness.open(of: process)
        }
        let silent = (0..<3).map { _ in TestClient(harness, of: 7) }
        #expect(silent.allSatisfy { $0.receive().isEmpty })
        let refused = TestClient(harness, of: 7)
        let replies = refused.receive()
        #expect(replies.map(\.call) == [0] && replies.map(\.errorCode) == [.limitExceeded])
        #expect(refused.isClosed)

        // Who leaves makes room.
        for client in silent + [clients[0]] {
            client.close()
        }
        clients[1].send(2, .ping(Ping()))
        #expect(clients[1].receive().count == 1)
        let next = try harness.open(of: 7)
        next.send(2, .ping(Ping()))
        #expect(next.receive().count == 1)
    }
}

extension TestClient.Received {
    var errorCode: ErrorCode? {
        if case .error(let reply) = reply { reply.error.code } else { nil }
    }
}
