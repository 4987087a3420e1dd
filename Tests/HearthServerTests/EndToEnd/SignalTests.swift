import Foundation
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
        #if os(Linux)
            // A process that answers may have a fatal signal pending: the kernel knows what each one does.
            let status = try String(contentsOfFile: "/proc/\(server.process.id)/status", encoding: .utf8)
            let masks = status.split(separator: "\n").filter { line in
                ["SigIgn:", "SigCgt:", "SigBlk:"].contains { line.hasPrefix($0) }
            }
            let harmless = masks.compactMap { UInt64($0.dropFirst(7).trimmingPrefix(while: \.isWhitespace), radix: 16) }
            #expect(harmless.count == 3)
            for signal in Self.ignored {
                #expect(harmless.contains { $0 & 1 << UInt64(signal - 1) != 0 }, "signal \(signal)")
            }
        #endif
        for signal in Self.ignored {
            server.process.signal(signal)
            #expect(try client.status().connections.count == 1, "signal \(signal)")
        }
        // In order: none of them is pending or has ended it.
        try server.stop()
    }

    @Test(arguments: stopping) func aServerStopsInOrder(signal: Int32) throws {
        let server = try ServerProcess(in: ServerFolder())
        server.process.signal(signal)
        try server.notices.wait(for: "STOPPING=1")
        #expect(server.process.wait() == .code(0), "\(server.log)")
        #expect(FileStatus(of: server.folder.socket) == nil)
        #expect(FileStatus(of: server.folder.store + "-wal") == nil, "the store was closed")
    }
}
