import Foundation
import HearthModel
import HearthTestSupport
import HearthWire
import Testing

/// A server that stops waits for those who do not read, though not for ever, and not at all after a second signal.
@Suite struct SecondSignalTests {
    @Test func aSecondSignalEndsTheServerAtOnce() throws {
        let server = try ServerProcess(in: ServerFolder())
        let slow = try clientThatDoesNotRead(server)
        server.process.signal(SIGTERM)
        try server.notices.wait(for: "STOPPING=1")
        // Signals that come together count as one, so that only a later one is a second.
        while server.process.wait(seconds: 0) == nil {
            server.process.signal(SIGTERM)
        }
        #expect(server.process.wait() == .code(1))
        #expect(server.log.contains("stopping immediately"))
        _ = slow
        // What is left behind is in nobody's way.
        let next = try ServerProcess(in: server.folder)
        #expect(try next.connect().samples(of: NumberedSamples.types).map(\.count).reduce(0, +) == 32_000)
        try next.stop()
    }

    /// The signal comes as `timeout` sends it: to the process, and once more to its group.
    @Test func aClientThatDoesNotReadDoesNotKeepTheServer() throws {
        let server = try ServerProcess(in: ServerFolder())
        let slow = try clientThatDoesNotRead(server)
        server.process.signal(SIGTERM)
        server.process.signal(SIGTERM)
        #expect(server.process.wait() == .code(0))
        _ = slow
    }

    /// The kernel repeats the signal each second of processor time that the server takes for its stop.
    @Test func aRepeatedSignalOfALimitDoesNotCutTheOrderlyStop() throws {
        let server = try ServerProcess(in: ServerFolder())
        let slow = try clientThatDoesNotRead(server)
        server.process.signal(SIGXCPU)
        try server.notices.wait(for: "STOPPING=1")
        while server.process.wait(seconds: 0) == nil {
            server.process.signal(SIGXCPU)
        }
        #expect(server.process.wait() == .code(0))
        #expect(FileStatus(of: server.folder.store + "-wal") == nil, "the store was closed")
        _ = slow
    }

    /// A client that asks for more than fits into its socket, and reads nothing.
    private func clientThatDoesNotRead(_ server: ServerProcess) throws -> SocketClient {
        var random = SeededGenerator(seed: 82)
        let writer = try server.connect()
        for _ in 0..<8 {
            try writer.save(NumberedSamples.columns(NumberedSamples.ids(4_000, &random)))
        }
        let slow = try server.connect("org.example.slow")
        let clauses = NumberedSamples.types.map { Clause(type: $0) }
        try slow.send(.querySamples(QuerySamples(clauses: clauses)))
        var unsent: UInt64 = 0
        let start = ContinuousClock.now
        // More than one batch: the one before did not fit.
        while unsent <= Limits.standard.batchBytes {
            guard start.duration(to: .now) < .seconds(60) else { throw Unexpected("all that was asked for was sent") }
            unsent = try writer.status().connections.map(\.unsentBytes).max() ?? 0
        }
        return slow
    }
}
