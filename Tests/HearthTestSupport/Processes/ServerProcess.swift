import Foundation

/// `hearth serve` as another process, ready when this exists. It is killed when this is gone.
package final class ServerProcess {
    /// How a server is started.
    package struct Launch {
        package var arguments: [String]
        package var environment: [String: String]
        package var descriptors: [Int32: Int32]
        /// Words for a shell that come before it replaces itself by the server, such as `ulimit -n 64;`.
        package var preparation: String
        /// Another file than the one that was built.
        package var program: String?

        package init(
            arguments: [String] = [],
            environment: [String: String] = [:],
            descriptors: [Int32: Int32] = [:],
            preparation: String = "",
            program: String? = nil
        ) {
            self.arguments = arguments
            self.environment = environment
            self.descriptors = descriptors
            self.preparation = preparation
            self.program = program
        }
    }

    /// Keeps the folder while the process runs.
    package let folder: ServerFolder
    package let process: ChildProcess
    package let notices: NoticeSocket

    package init(in folder: ServerFolder, _ launch: Launch = Launch()) throws {
        self.folder = folder
        notices = try NoticeSocket(in: folder)
        process = try Self.start(in: folder, launch, notices)
        let ready = Waiting.untilReadable([notices.descriptor, process.life], seconds: Waiting.secondsMax)
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
        let program = try launch.program ?? BuiltProgram.path(of: "hearth")
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
    package static func refusal(in folder: ServerFolder, _ launch: Launch = Launch()) throws -> String {
        try? FileManager.default.removeItem(atPath: folder.file("log"))
        let process = try start(in: folder, launch, nil)
        guard process.wait() == .code(1) else {
            throw Unexpected("the server did not end with 1 but \(String(describing: process.exit))")
        }
        return folder.text(of: "log")
    }

    /// What it has written on standard error, and the servers before it in this folder.
    package var log: String { folder.text(of: "log") }

    /// Ends it in order.
    package func stop() throws {
        process.signal(SIGTERM)
        guard process.wait() == .code(0) else {
            throw Unexpected("the server ended with \(String(describing: process.exit)): \(log)")
        }
    }

    /// Memory that it has in use, in bytes.
    package var residentBytes: Int {
        get throws {
            let text = try String(contentsOfFile: "/proc/\(process.id)/status", encoding: .utf8)
            guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
                let kilobytes = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first,
                let count = Int(kilobytes)
            else { throw Unexpected("the system does not say how much memory the server has") }
            return count * 1_024
        }
    }

    package var openDescriptors: Int {
        get throws { try descriptorNumbers.count }
    }

    /// The limit of descriptors with which it can open so many more. It is a limit of their numbers, and some may be open
    /// that are greater: Foundation opens files for every process that is started meanwhile, also by another test.
    package func descriptorLimit(leaving count: Int) throws -> Int {
        let open = try descriptorNumbers
        var limit = 0
        var left = count
        while left > 0 {
            left -= open.contains(limit) ? 0 : 1
            limit += 1
        }
        return limit
    }

    private var descriptorNumbers: Set<Int> {
        get throws {
            let names = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.id)/fd")
            return Set(names.compactMap { Int($0) })
        }
    }
}
