import Foundation

/// PostgreSQL as another process, with a cluster in a folder of its own, which it is reached in over a Unix socket. Both are
/// gone when this is, or the process of the tests.
///
/// `@unchecked Sendable`: nothing of it changes.
package final class DatabaseProcess: @unchecked Sendable {
    /// One for all tests that neither stop it nor change more than their own stores.
    package static let shared = Result { try DatabaseProcess() }

    package let folder: ServerFolder
    /// Stops the database and removes the folder when its standing connection to the tests ends.
    private let guardian: ChildProcess

    private var data: String { folder.file("data") }

    package init() throws {
        folder = try ServerFolder()
        if geteuid() == 0 {
            guard let user = getpwnam("postgres"), chown(folder.path, user.pointee.pw_uid, user.pointee.pw_gid) == 0
            else {
                throw Unexpected("there is no user 'postgres', as which PostgreSQL can run")
            }
        }
        let stop = try Self.command("pg_ctl", ["stop", "-s", "-m", "immediate", "-D", folder.file("data")])
        guardian = try ChildProcess(
            "/bin/sh",
            ChildProcess.Launch(
                arguments: [
                    "-c", "folder=$1; shift; read -r line <&9; \"$@\" 9>&-; rm -rf \"$folder\"", "sh", folder.path,
                ] + stop
            )
        )
        try run("initdb", ["-D", data, "-A", "trust", "-U", "hearth", "-E", "UTF8", "--locale=C", "--no-sync"])
        try start()
    }

    deinit {
        shutdown(guardian.life, Int32(SHUT_WR))
        _ = guardian.wait()
    }

    // MARK: - The process

    /// Starts the database, and waits until it can be used.
    package func start() throws {
        let options = "-k \(folder.path) -c listen_addresses= -c max_connections=200 -c max_wal_size=128MB"
        try run("pg_ctl", ["start", "-s", "-w", "-D", data, "-l", folder.file("postgresql.log"), "-o", options])
    }

    /// Ends the database in order, or at once: then as if its machine had failed.
    package func stop(atOnce: Bool = false) throws {
        try run("pg_ctl", ["stop", "-s", "-w", "-m", atOnce ? "immediate" : "fast", "-D", data])
    }

    private func run(_ program: String, _ arguments: [String]) throws {
        // A database that is started must not keep the descriptor by which its starter is known to run.
        let command = try Self.command(program, arguments)
        let exit = try ChildProcess.run(
            "/bin/sh",
            ChildProcess.Launch(
                arguments: ["-c", "cd /; exec \"$@\" 9>&-", "sh"] + command,
                output: "/dev/null",
                errors: folder.file("errors")
            )
        )
        guard exit == .code(0) else {
            throw Unexpected("\(program) \(arguments[0]) ended with \(exit): \(folder.text(of: "errors"))")
        }
    }

    /// A program of PostgreSQL, as a user that is not root: as that it does not run.
    private static func command(_ program: String, _ arguments: [String]) throws -> [String] {
        let user = geteuid() == 0 ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] : []
        return try (geteuid() == 0 ? ["/usr/bin/env"] + user : []) + [programs() + "/" + program] + arguments
    }

    /// The folder of the newest version's programs.
    private static func programs() throws -> String {
        let root = "/usr/lib/postgresql"
        let versions = try FileManager.default.contentsOfDirectory(atPath: root).compactMap { Int($0) }
        guard let newest = versions.max() else {
            throw Unexpected("PostgreSQL is not installed: run '.ci/packages test'")
        }
        return "\(root)/\(newest)/bin"
    }

    // MARK: - Stores

    /// The address of a store of this name, for a server or a test.
    package func address(ofStore name: String, in host: String? = nil) -> String {
        "postgres://hearth@/postgres?host=\(host ?? folder.path)&store=\(name)"
    }

    /// The address of a store that nobody else has.
    package func newStore() -> String {
        address(ofStore: "test-\(String(UInt64.random(in: 0...UInt64.max), radix: 36))")
    }

    /// Runs statements as `psql` does; what they return, a line for each row.
    package func query(_ sql: String) throws -> String {
        let output = "query-\(UInt64.random(in: 0...UInt64.max))"
        defer { unlink(folder.file(output)) }
        let exit = try ChildProcess.run(
            Self.programs() + "/psql",
            ChildProcess.Launch(
                arguments: ["-h", folder.path, "-U", "hearth", "-d", "postgres", "-X", "-A", "-t", "-q", "-c", sql],
                output: folder.file(output),
                errors: folder.file("errors")
            )
        )
        guard exit == .code(0) else { throw Unexpected("psql ended with \(exit): \(folder.text(of: "errors"))") }
        return folder.text(of: output).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
