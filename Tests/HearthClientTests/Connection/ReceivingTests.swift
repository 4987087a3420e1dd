import Foundation
import HearthModel
import HearthSocket
import HearthSystem
import HearthTestSupport
import HearthWire
import Testing

@testable import HearthClient

/// Who receives what the server sends.
@Suite struct ReceivingTests {
    /// A connection to a server that the test plays.
    private func connect(
        answering answer: @escaping @Sendable (_ ping: Int, _ open: [UInt64], ConnectionCore?) -> [UInt64]
    ) throws -> (Connection, PlayedServer) {
        let (own, other) = try UnixSocket.pair()
        let core = Guarded<ConnectionCore?>(nil)
        let server = PlayedServer(other) { answer($0, $1, core.withLock { $0 }) }
        let connection = Connection(
            ConnectionOptions(app: App(bundleIdentifier: "org.example.test"), host: nil) { .success(own) }
        )
        core.withLock { $0 = connection.core }
        return (connection, server)
    }

    private static func holder(_ core: ConnectionCore?) -> ReceivingRole.Holder? {
        core?.state.withLock { $0.role.holder }
    }

    @Test func whoIsAloneReceivesByHimself() async throws {
        let isOwn = Guarded(false)
        let (connection, server) = try connect { ping, open, core in
            // The client waits before it is answered.
            while Self.holder(core) == .nobody { sched_yield() }
            #expect(ping > 1 || Self.holder(core) == .thread, "the thread connects")
            isOwn.withLock { $0 = $0 || Self.holder(core) == .caller }
            return open
        }
        var pings = 0
        // On a machine with much to do an answer may come too late.
        while !isOwn.withLock({ $0 }), pings < 10_000 {
            _ = try await connection.ping()
            pings += 1
            while Self.holder(connection.core) != .nobody { sched_yield() }
        }
        #expect(pings < 10_000)
        connection.close()
        try server.join()
    }

    @Test func whatTakesLongIsLeftToTheThread() async throws {
        let (connection, server) = try connect { _, open, core in
            while Self.holder(core) != .thread { sched_yield() }
            return open
        }
        for number in 1...40 {
            #expect(try await connection.ping().payload == [UInt8(number)])
        }
        connection.close()
        try server.join()
    }

    @Test func whoReceivesForOthersWakesThem() async throws {
        let rounds = 50
        let (connection, server) = try connect { ping, open, _ in
            // The two of a round are answered together, the later one first.
            ping == 1 || open.count == 2 ? open.reversed() : []
        }
        _ = try await connection.ping()
        for _ in 0..<rounds {
            async let first = connection.ping()
            async let second = connection.ping()
            #expect(try await first.payload == (try await second.payload))
        }
        connection.close()
        try server.join()
    }

    /// A task that asks on and on, and another one on the same actor.
    private actor Turns {
        private var isOver = false

        func end() { isOver = true }

        func ask(_ connection: Connection, atMost most: Int) async throws -> Int {
            var count = 0
            while !isOver, count < most {
                _ = try await connection.ping()
                count += 1
            }
            return count
        }
    }

    @Test func otherTasksHaveTheirTurn() async throws {
        let most = 100_000
        let turns = Turns()
        let (connection, server) = try connect { ping, open, _ in
            if ping == 2 { Task { await turns.end() } }
            return open
        }
        #expect(try await turns.ask(connection, atMost: most) < most)
        connection.close()
        try server.join()
    }

    @Test func aServerThatEndsWhileNothingIsOpenIsNoticedByTheNextCall() async throws {
        let folder = try ServerFolder()
        var server: ServerProcess? = try ServerProcess(in: folder)
        let connection = folder.connection()
        for number in 1...6 as ClosedRange<UInt8> {
            #expect(try await connection.ping([number]).payload == [number])
            if number.isMultiple(of: 2) {
                // Once in order, then not.
                if number == 2 { try server?.stop() } else { server?.process.kill() }
                server = try ServerProcess(in: folder)
            }
        }
        #expect(try await connection.save([exampleSamples(0..<3)]).added == 3)
        connection.close()
    }

    /// A deletion that was sent to a server that died may have been done, and finds nothing then. This one was not sent.
    @Test func whatIsAskedAfterTheEndIsNotSentToTheServerThatIsGone() async throws {
        let folder = try ServerFolder()
        var server: ServerProcess? = try ServerProcess(in: folder)
        let connection = folder.connection()
        for _ in 1...4 {
            _ = try await connection.ping()
            server?.process.kill()
            server = try ServerProcess(in: folder)
            let error = await #expect(throws: HearthError.self) { try await connection.delete([exampleID(1)]) }
            #expect(error?.code == .objectNotFound)
        }
        connection.close()
    }

    /// It accepts the connection, and says nothing, or half of a frame.
    @Test(arguments: [[], [9, 0, 0, 0, 8]] as [[UInt8]])
    func aServerThatSaysNoWelcomeIsNotWaitedForWithoutEnd(_ bytes: [UInt8]) async throws {
        let (own, other) = try UnixSocket.pair()
        defer { close(other) }
        #expect(send(other, bytes, bytes.count, 0) == bytes.count)
        let connection = Connection(
            ConnectionOptions(
                app: App(bundleIdentifier: "org.example.test"),
                host: nil,
                reconnection: Reconnection(welcomeTimeout: 1_000_000)
            ) { .success(own) }
        )
        let error = await #expect(throws: SocketError.self) { try await connection.ping() }
        #expect(error?.reason == .noServer && error?.description.contains("does not answer") == true)
        connection.close()
    }

    /// Once, and then for ever longer as long as nobody waits with success.
    @Test func afterAWaitInVainTheThreadReceivesForAWhile() {
        var role = ReceivingRole()
        func turnsOfTheThread() -> Int {
            role.callerHasNone()
            var turns = 0
            while !role.giveToCaller() {
                turns += 1
            }
            return turns
        }
        let isFirst = role.giveToCaller()
        #expect(isFirst)
        #expect((0..<7).map { _ in turnsOfTheThread() } == [1, 2, 4, 8, 16, 16, 16])
        _ = role.callerHasReply()
        #expect(turnsOfTheThread() == 1)
    }
}
