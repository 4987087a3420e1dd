import HearthServer
import HearthSocket
import HearthSystem
import Testing

/// A server in the process of its clients.
@Suite struct LocalServerTests {
    @Test func aConnectionToAStoppedServerIsRefused() throws {
        let server = try LocalServer()
        close(try server.connect().get())
        server.stop()
        #expect(throws: SocketError.self) { try server.connect().get() }
        guard case .failure(let error) = server.connect() else {
            Issue.record("a stopped server gave a connection")
            return
        }
        #expect(error.reason == .noServer)
    }

    @Test func aServerThatHasStoppedStopsAgainAtOnce() throws {
        let server = try LocalServer()
        server.stop()
        server.stop()
    }
}
