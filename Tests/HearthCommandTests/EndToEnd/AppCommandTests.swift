import Foundation
import HearthModel
import HearthSocket
import HearthTestSupport
import HearthWire
import Testing

/// `hearth app`, with a server of its own.
@Suite struct AppCommandTests {
    private static let app = "org.example.diary"

    private let shell: Shell
    private var socket: String { shell.folder.path + "/run/apps/\(Self.app).sock" }

    init() throws {
        shell = try Shell()
    }

    @Test func anAppGetsASocketAndLosesIt() throws {
        #expect(try shell.run("app").isEmpty)
        let added = try shell.run("app", "add", Self.app, "--name", "Diary")
        #expect(added == ["\(Self.app) has the socket \(socket): see 'hearth app run'."])
        let status = try #require(FileStatus(of: socket))
        #expect(status.isSocket && status.permissions == 0o600)
        #expect(FileStatus(of: shell.folder.path + "/run/apps")?.permissions == 0o700)
        let listed = try #require(try Shell.objects(shell.run("app", "list", "--json")).first)
        #expect(listed as? [String: String] == ["identifier": Self.app, "name": "Diary", "socket": socket])

        let channel = try FrameChannel(path: socket)
        _ = try channel.open(App(bundleIdentifier: "org.example.other"))
        let sample = SampleColumns(
            type: .heartRate,
            ids: [ObjectID(high: 1, low: 1)],
            starts: [Timestamp(nanoseconds: 1_700_000_000_000_000_000)],
            payload: .quantity(QuantityColumns(values: [60]))
        )
        _ = try channel.reply(to: .save(Save(columns: [sample])))
        #expect(try Shell.objects(shell.run("sources", "--json")).first?["identifier"] as? String == Self.app)

        #expect(
            try shell.run("app", "remove", Self.app) == ["\(Self.app) has no socket any more. What it saved stays."]
        )
        #expect(FileStatus(of: socket) == nil)
        #expect(try shell.run("sources").count == 2, "what it saved stays")
    }

    @Test func theSocketIsThereAgainAfterARestart() throws {
        try shell.run("app", "add", Self.app)
        try shell.server.stop()
        #expect(FileStatus(of: socket) == nil, "a server that has stopped leaves none behind")
        let second = try ServerProcess(in: shell.folder)
        #expect(FileStatus(of: socket)?.isSocket == true)
        try second.stop()
    }

    /// With bubblewrap or without it: a program that is run finds its own socket.
    @Test(arguments: [[], ["--no-sandbox"]]) func aProgramIsRunAsTheApp(options: [String]) throws {
        try shell.run("app", "add", Self.app)
        let words =
            ["app", "run", Self.app] + options + ["--", "/bin/sh", "-c", "echo $HEARTH_SOCKET $HEARTH_APP_ID; exit 7"]
        let tool = try HearthTool(words, in: shell.folder, environment: ["PATH": "/usr/bin:/bin"])
        #expect(tool.exit == .code(7), "\(tool.errors)")
        #expect(tool.output == "\(socket) \(Self.app)\n")
    }

    /// In the sandbox there is one socket, and not the store; and it works.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/bwrap")))
    func aSandboxedProgramHasNothingButItsSocket() throws {
        try shell.run("app", "add", Self.app)
        try shell.run("save", "heartRate", "61", "--app", "org.example.run")
        let program = try BuiltProgram.path(of: "hearth")
        let script = """
            ls \(shell.folder.path)/run \(shell.folder.path)/run/apps; ls \(shell.folder.path)/data
            touch \(shell.folder.path)/data/x 2>/dev/null && ls \(shell.folder.path)/data
            '\(program)' save heartRate 62
            '\(program)' status || echo refused
            """
        let words = ["app", "run", Self.app, "--", "/bin/sh", "-c", script]
        let tool = try HearthTool(words, in: shell.folder, environment: ["PATH": "/usr/bin:/bin"])
        #expect(!tool.output.contains("hearth.sock") && !tool.output.contains("store.hearth"), "\(tool.output)")
        #expect(tool.output.contains("\(Self.app).sock") && tool.output.contains("refused"), "\(tool.output)")
        #expect(try shell.run("sources").count == 3, "\(tool.errors)")
        #expect(try shell.run("query", "heartRate").count == 3, "\(tool.errors)")
    }

    @Test func mistakesAreNamed() throws {
        try shell.run("app", "add", Self.app)
        let typo = try shell.failure("app", "run", "org.example.dairy", "true")
        #expect(typo.contains("'org.example.dairy' has no socket") && typo.contains("'org.example.diary'"), "\(typo)")
        #expect(try shell.failure("app", "remove", "org.example.none").contains("has no socket of its own"))
        #expect(try shell.failure("app", "add", "../x", code: 2).contains("letters, digits"))
        #expect(try shell.failure("app", "add", code: 2).contains("ID is missing."))
        #expect(try shell.failure("app", "run", Self.app, code: 2).contains("COMMAND is missing."))
        #expect(try shell.failure("app", "remov", Self.app, code: 2).contains("Did you mean 'remove'?"))
        #expect(try shell.failure("save", "heartRate", "61", "--socket", socket + "x").contains("No Hearth server"))
    }
}
