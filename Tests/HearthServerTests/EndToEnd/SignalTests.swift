import HearthModel
import HearthSystem
import HearthTestSupport
import HearthWire
import Testing

/// What the signals do that end a process by default.
@Suite struct SignalTests {
    private static let ignored: [Int32] = {
        let common = [SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGXFSZ, SIGPIPE]
        #if canImport(Glibc) || canImport(Musl)
            return common + [SIGSTKFLT, __libc_current_sigrtmin(), __libc_current_sigrtmax()]
        #else
            return common
        #endif
    }()

    private static let stopping: [Int32] = {
        let common = [SIGTERM, SIGINT, SIGQUIT, SIGHUP, SIGXCPU]
        #if canImport(Glibc) || canImport(Musl)
            return common + [SIGPWR]
        #else
            return common
        #endif
    }()

    @Test func aServerOutlivesTheSignalsThatItIgnores() throws {
        let server = try ServerProcess(in: ServerFolder())
        let client = try server.connect()
        for signal in Self.ignored {
            server.process.signal(signal)
            #expect(try client.status().connections.count == 1, "signal \(signal)")
        }
        try server.stop()
    }

    @Test(arguments: stopping) func aServerStopsInOrder(signal: Int32) throws {
        let server = try ServerProcess(in: ServerFolder())
        server.process.signal(signal)
        try server.notices.wait(for: "STOPPING=1")
        #expect(server.process.wait(seconds: 10) == .code(0), "\(server.log)")
        #expect(FileStatus(of: server.folder.socket) == nil)
        #expect(FileStatus(of: server.folder.store + "-wal") == nil, "the store was closed")
    }
}
