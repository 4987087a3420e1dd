import Foundation
import HearthModel
import HearthSocket
import HearthTestSupport
import HearthWire
import Testing

/// A `hearth` that is another file than the server's program, as after an upgrade.
@Suite struct OtherBuildTests {
    private let shell: Shell
    private let program: String

    init() throws {
        shell = try Shell()
        try shell.run("save", "heartRate", "61", "--app", "org.example.watch")
        let folder = shell.folder.file("other")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        // What its file is called does not matter.
        program = folder + "/hearth-1.0.0"
        try FileManager.default.copyItem(atPath: BuiltProgram.path(of: "hearth"), toPath: program)
    }

    private func run(_ arguments: String...) throws -> HearthTool {
        try HearthTool(arguments, in: shell.folder, program: program)
    }

    private func names(both text: String) throws -> Bool {
        let own = try BuiltProgram.path(of: "hearth")
        let cause = "This hearth (\(program)) is another file than the server's program ("
        // A copy has the size and the version of the server's program: whether it is another build is not said.
        return text.contains(cause) && text.contains("or use \(own).") && !text.contains("build than")
    }

    @Test func whatOnlyTheOwnerMayDoIsRefusedWithTheCause() throws {
        for arguments in [
            ["access"], ["app"], ["allow", "org.example.watch", "heartRate"], ["consent", "--once"],
            ["sources", "rank", "stepCount", "org.example.watch"], ["background", "resume", "org.example.watch"],
        ] {
            let tool = try HearthTool(arguments, in: shell.folder, program: program)
            #expect(tool.exit == .code(1) && tool.output == "", "\(arguments)")
            #expect(try names(both: tool.errors), "\(arguments): \(tool.errors)")
        }
    }

    @Test func whatAnAppMayDoIsDoneWithAWarning() throws {
        let open = try run("query", "heartRate")
        #expect(open.exit == .code(0) && open.output.contains("61"))
        #expect(try names(both: open.errors), "\(open.errors)")
        try shell.run("access", "--ask")
        let asking = try run("query", "heartRate")
        #expect(!asking.output.contains("61"))
        #expect(try names(both: asking.errors), "\(asking.errors)")
        #expect(asking.errors.contains("as for an app"))
        let own = try HearthTool(["query", "heartRate"], in: shell.folder)
        #expect(own.output.contains("61") && own.errors == "", "\(own.errors)")
    }

    @Test func oneThatIsCalledAsTheServersIsAnotherFileAsWell() throws {
        let program = shell.folder.file("other") + "/hearth"
        try FileManager.default.copyItem(atPath: self.program, toPath: program)
        let tool = try HearthTool(["stats", "heartRate"], in: shell.folder, program: program)
        #expect(
            tool.errors.hasPrefix("This hearth (\(program)) is another file than the server's program"),
            "\(tool.errors)"
        )
        #expect(tool.errors.split(separator: "\n").count == 1, "\(tool.errors)")
    }

    /// Each command that is limited names the cause, before its error and before what it prints.
    @Test func whatIsRefusedNamesTheCauseFirst() throws {
        try shell.run("access", "--ask")
        let file = shell.folder.file("rates.csv")
        try Data("start,value\n2024-01-01T10:00:00Z,61\n".utf8).write(to: URL(filePath: file))
        for arguments in [["save", "heartRate", "62"], ["import", file, "--types", "heartRate"]] {
            let tool = try HearthTool(arguments, in: shell.folder, program: program)
            let lines = tool.errors.split(separator: "\n")
            #expect(try tool.exit == .code(1) && names(both: String(lines[0])), "\(arguments): \(tool.errors)")
        }
        for arguments in [["stats", "heartRate"], ["export", "--json", shell.folder.file("all.json")], ["status"]] {
            let tool = try HearthTool(arguments, in: shell.folder, program: program)
            #expect(try names(both: tool.errors), "\(arguments): \(tool.errors)")
        }
        for arguments in [["backup", shell.folder.file("copy")], ["check"]] {
            let tool = try HearthTool(arguments, in: shell.folder, program: program)
            #expect(try tool.exit == .code(1) && names(both: tool.errors), "\(arguments): \(tool.errors)")
        }
    }

    /// Other programs learn that they may not do it, and nothing of the tool.
    @Test func onlyWhatSaysThatItIsTheToolLearnsWhyItIsNot() throws {
        for (client, field) in [("hearth-python 1.0", "access_control"), ("hearth 9.9", "hello.client")] {
            let channel = try FrameChannel(path: shell.folder.socket)
            _ = try channel.open(App(bundleIdentifier: "org.example.watch"), client: client)
            let error = #expect(throws: HearthError.self) { try channel.reply(to: .accessControl(.list)) }
            #expect(error?.code == .authorizationDenied && error?.field == field, "\(client)")
        }
    }

    @Test func aStreamThatLeavesSamplesOutSaysSoAtItsStart() throws {
        try shell.run("access", "--ask")
        let watching = try RunningTool(["watch", "heartRate"], in: shell.folder, program: program)
        #expect(try names(both: watching.nextErrorLine() ?? ""))
        #expect(try watching.nextErrorLine()?.hasPrefix("Watching ") == true)
        watching.process.kill()
    }

    /// A server that runs from a file of another name is not the program of the tool either.
    @Test func aServerThatIsAnotherFileIsNamed() throws {
        let folder = try ServerFolder()
        let server = try ServerProcess(in: folder, .init(program: program))
        let tool = try HearthTool(["stats", "heartRate"], in: folder)
        #expect(
            tool.errors.contains("is another file than the server's program (\(program), process"),
            "\(tool.errors)"
        )
        #expect(try HearthTool(["access"], in: folder, program: program).exit == .code(0))
        try server.stop()
    }

    /// It does not know which sockets are those of apps.
    @Test func theDoctorCallsNoSocketOfAnAppTheServersOwn() throws {
        try shell.run("app", "add", "org.example.diary")
        let own = "\(shell.folder.socket) is the server's own, for all apps."
        for tool in try [run("doctor"), HearthTool(["doctor"], in: shell.folder)] {
            #expect(tool.output.contains(own), "\(tool.output)")
            #expect(!tool.output.contains("org.example.diary/sock"), "\(tool.output)")
        }
    }

    @Test(arguments: [false, true]) func theDoctorFindsIt(_ asks: Bool) throws {
        if asks {
            try shell.run("access", "--ask")
        }
        let doctor = try run("doctor")
        #expect(doctor.exit == .code(1))
        let problems = doctor.output.split(separator: "\n").filter { $0.hasPrefix("problem") }
        #expect(try problems.count == 1 && names(both: String(problems[0])), "\(doctor.output)")
        #expect(try HearthTool(["doctor"], in: shell.folder).exit == .code(0))
    }
}
