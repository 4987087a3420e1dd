import Foundation
import HearthTestSupport

/// `hearth serve` as another process, ready when this exists. It is killed when this is gone.
final class ServerProcess {
    /// How a server is started.
    struct Launch {
        var arguments: [String] = []
        var environment: [String: String] = [:]
        var descriptors: [Int32: Int32] = [:]
        /// Words for a shell that come before it replaces itself by the server, such as `ulimit -n 64;`.
        var preparation = ""
    }

    /// Keeps the folder while the process runs.
    let folder: ServerFolder
    let process: ChildProcess
    let notices: NoticeSocket

    init(in folder: ServerFolder, _ launch: Launch = Launch()) throws {
        self.folder = folder
        notices = try NoticeSocket(in: folder)
        process = try Self.start(in: folder, launch, notices)
        let ready = Waiting.untilReadable([notices.descriptor, process.life], seconds: 60)
        guard ready.contains(notices.descriptor), try notices.next() == "READY=1" else {
            throw Unexpected("the server is not ready, and says: \(folder.text(of: "log"))")
        }
    }

    private static func start(
        in folder: ServerFolder,
        _ launch: Launch,
        _ notices: NoticeSocket?
    ) throws -> ChildProcess {
        var environment = ["HEARTH_SOCKET": folder.socket, "HOME": folder.path].merging(launch.environment) { $1 }
        environment["NOTIFY_SOCKET"] = notices?.path
        let program = try BuiltProgram.path(of: "hearth")
        return try ChildProcess(
            "/bin/sh",
            ChildProcess.Launch(
                arguments: ["-c", launch.preparation + " exec \"$@\"", "sh", program, "serve", "--store", folder.store]
                    + launch.arguments,
                environment: environment,
                errors: folder.file("log"),
                descriptors: launch.descriptors
            )
        )
    }

    /// Starts a server that does not start: what it says, when it has ended with 1.
    static func refusal(in folder: ServerFolder, _ launch: Launch = Launch()) throws -> String {
        try? FileManager.default.removeItem(atPath: folder.file("log"))
        let process = try start(in: folder, launch, nil)
        guard process.wait(seconds: 60) == .code(1) else {
            throw Unexpected("the server did not end with 1 but \(String(describing: process.exit))")
        }
        return folder.text(of: "log")
    }

    /// What it has written on standard error, and the servers before it in this folder.
    var log: String { folder.text(of: "log") }

    /// Ends it in order.
    func stop() throws {
        process.signal(SIGTERM)
        guard process.wait(seconds: 60) == .code(0) else {
            throw Unexpected("the server ended with \(String(describing: process.exit)): \(log)")
        }
    }

    func connect(_ app: String = "org.example.test") throws -> SocketClient {
        let client = try SocketClient(folder.socket)
        try client.open(app)
        return client
    }

    /// Memory that it has in use, in bytes.
    var residentBytes: Int {
        get throws {
            let text = try String(contentsOfFile: "/proc/\(process.id)/status", encoding: .utf8)
            guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
                let kilobytes = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first,
                let count = Int(kilobytes)
            else { throw Unexpected("the system does not say how much memory the server has") }
            return count * 1_024
        }
    }

    var openDescriptors: Int {
        get throws { try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.id)/fd").count }
    }
}
