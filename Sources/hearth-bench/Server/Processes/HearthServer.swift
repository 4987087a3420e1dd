import HearthModel
import HearthSocket
import HearthSystem
import HearthWire

/// A `hearth serve` for the benchmark, with a new store.
final class HearthServer {
    let socket: String
    let process: ChildProcess

    /// `name` identifies the store in the folder. `isSilent`: discards its log, because its warnings are expected.
    init(_ program: String, _ name: String, in folder: TemporaryFolder, isSilent: Bool = false) throws {
        // The server creates the folder of its socket, accessible only to its owner.
        socket = folder.file("\(name)/socket")
        process = try ChildProcess(
            program,
            ["serve", "--quiet", "--store", folder.file("\(name).hearth"), "--socket", socket],
            isSilent: isSilent
        )
        do {
            try process.wait { (try? UnixSocket.connect(to: socket)).map { close($0) } != nil }
        } catch {
            process.end()
            throw error
        }
    }

    /// A connection that introduced itself.
    func connect(as app: String = HearthServer.app) throws -> FrameChannel {
        let channel = try FrameChannel(path: socket)
        _ = try channel.open(App(bundleIdentifier: app))
        return channel
    }

    static let app = "org.hearth.bench"

    /// The newest state of the store.
    func anchor() throws -> EncodedAnchor {
        guard case .pong(let pong) = try connect().reply(to: .ping(Ping())) else {
            throw BenchmarkError("the server does not answer a ping")
        }
        return pong.anchor
    }

    func status() throws -> StatusReport {
        guard case .statusReport(let report) = try connect().reply(to: .status) else {
            throw BenchmarkError("the server does not say how it is")
        }
        return report
    }

    func residentBytes() throws -> Double {
        guard let bytes = process.residentBytes else {
            throw BenchmarkError("the system does not say how much memory a process has")
        }
        return Double(bytes)
    }

    func end() {
        process.end()
    }
}
