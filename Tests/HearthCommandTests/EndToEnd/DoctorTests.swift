import Foundation
import HearthTestSupport
import Testing

/// `hearth doctor` on installations with a fault each.
@Suite struct DoctorTests {
    /// The findings with a verdict, as `subject: text`.
    private func findings(_ verdict: String, in output: String) throws -> [String] {
        try Shell.objects(output.split(separator: "\n").map(String.init))
            .filter { $0["verdict"] as? String == verdict }
            .map { "\($0["subject"] ?? ""): \($0["text"] ?? "")" }
    }

    private func doctor(_ arguments: String..., in folder: ServerFolder) throws -> HearthTool {
        try HearthTool(["doctor", "--json"] + arguments, in: folder)
    }

    @Test func aHealthyInstallationHasNoProblem() throws {
        let shell = try Shell()
        try shell.run("save", "heartRate", "72")
        let tool = try doctor("--check", in: shell.folder)
        #expect(tool.exit == .code(0), "\(tool.output)")
        #expect(try findings("problem", in: tool.output) == [])
        let fine = try findings("ok", in: tool.output)
        #expect(fine.contains { $0.hasPrefix("server: hearth 1.0.0, process \(shell.server.process.id)") })
        #expect(fine.contains("store: \(shell.folder.store)"))
        #expect(fine.contains("contents: 1 sample, intact"))
        #expect(fine.contains { $0.hasPrefix("disk: ") })
    }

    @Test func aProblemHasAdviceUnderIt() throws {
        let tool = try HearthTool(["doctor"], in: try ServerFolder())
        #expect(tool.exit == .code(1))
        #expect(tool.errors == "hearth: 1 problem found.\n")
        let lines = tool.output.split(separator: "\n")
        let problem = try #require(lines.firstIndex { $0.hasPrefix("problem  server    No server listens on ") })
        #expect(lines[problem + 1].hasPrefix("                   Start one with 'hearth serve'"))
    }

    @Test func openFilesAndFoldersAreFound() throws {
        let shell = try Shell()
        chmod(shell.folder.store, 0o644)
        var tool = try doctor(in: shell.folder)
        #expect(try findings("problem", in: tool.output) == ["store: Other users can open \(shell.folder.store)."])
        chmod(shell.folder.store, 0o600)
        let folder = shell.folder.file("hearth")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        chmod(folder, 0o755)
        try Data().write(to: URL(filePath: folder + "/hearth.sock"))
        tool = try doctor("--socket", folder + "/hearth.sock", "--store", shell.folder.store, in: shell.folder)
        #expect(tool.exit == .code(1))
        let problem = "socket: Other users can list or change the folder '\(folder)'."
        #expect(try findings("problem", in: tool.output).first == problem)
        #expect(tool.output.contains("Run 'chmod 700 \(folder)'"))
        chmod(folder, 0o700)
        tool = try doctor("--socket", folder + "/hearth.sock", "--store", shell.folder.store, in: shell.folder)
        #expect(try findings("problem", in: tool.output).first == "socket: \(folder)/hearth.sock is not a socket.")
    }

    /// Others need `/tmp`, a home directory and the like as they are. `hearth serve` says the same.
    @Test func nobodyIsToldToCloseASharedFolder() throws {
        let folder = try ServerFolder()
        for name in ["shared", "."] {
            let path = folder.file(name)
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            chmod(path, 0o1777)
            let tool = try HearthTool(["doctor"], in: folder, environment: ["HEARTH_SOCKET": path + "/x.sock"])
            let advice =
                "Name a socket in a folder of its own, such as \(path)/hearth-\(geteuid())/hearth.sock, which the server makes."
            #expect(tool.output.contains(advice) && !tool.output.contains("chmod"), "\(tool.output)")
            let environment = ["HEARTH_SOCKET": path + "/x.sock"]
            let refusal = try ServerProcess.refusal(in: folder, .init(environment: environment))
            #expect(refusal.contains(advice.dropFirst().dropLast()), "\(refusal)")
        }
    }

    /// The usual store is another server's when a socket is named that is dead or an app's.
    @Test func aStoreOfAnotherServerIsNotSaidToBeFine() throws {
        let shell = try Shell()
        try shell.run("app", "add", "org.example.diary")
        let own = shell.folder.file("run/apps/org.example.diary/sock")
        for socket in [own, shell.folder.file("dead.sock")] {
            let environment = ["HEARTH_SOCKET": socket]
            let tool = try HearthTool(["doctor", "--json"], in: shell.folder, environment: environment)
            #expect(try !findings("ok", in: tool.output).contains { $0.hasPrefix("store: ") }, "\(tool.output)")
            let notes = try findings("note", in: tool.output)
            #expect(notes.contains { $0.hasPrefix("store: It is not looked at: no server at \(socket)") }, "\(notes)")
        }
    }

    @Test func aMissingSandboxIsNotedWhereAppsHaveSockets() throws {
        let shell = try Shell()
        let environment = ["PATH": shell.folder.file("none")]
        var tool = try HearthTool(["doctor"], in: shell.folder, environment: environment)
        #expect(!tool.output.contains("bwrap"), "\(tool.output)")
        try shell.run("app", "add", "org.example.diary")
        tool = try HearthTool(["doctor"], in: shell.folder, environment: environment)
        #expect(tool.exit == .code(0), "\(tool.output)")
        #expect(tool.output.contains("note     apps      bubblewrap (bwrap) is not installed"), "\(tool.output)")
    }

    @Test func aDamagedStoreIsFound() throws {
        let shell = try Shell()
        try shell.run("save", "heartRate", "72")
        try shell.server.stop()
        let file = try FileHandle(forUpdating: URL(filePath: shell.folder.store))
        try file.seek(toOffset: 0)
        try file.write(contentsOf: Data(repeating: 7, count: 4_096))
        try file.close()
        for options in [[], ["--check"]] {
            let tool = try HearthTool(["doctor", "--json", "--store", shell.folder.store] + options, in: shell.folder)
            #expect(tool.exit == .code(1))
            let problems = try findings("problem", in: tool.output)
            #expect(problems.contains { $0.hasPrefix("contents: ") }, "\(problems)")
        }
        let text = shell.folder.file("notes.txt")
        try Data("notes".utf8).write(to: URL(filePath: text))
        chmod(text, 0o600)
        let problems = try findings("problem", in: doctor("--store", text, in: shell.folder).output)
        #expect(problems.contains { $0.hasPrefix("contents: The file is not a Hearth store.") }, "\(problems)")
    }

    @Test func aServerWithoutASocketIsNamed() throws {
        let shell = try Shell()
        unlink(shell.folder.socket)
        // The system's list of locks has several pages then.
        let others = (0..<200).map { open(shell.folder.file("other-\($0)"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
        defer { others.forEach { _ = close($0) } }
        try #require(others.allSatisfy { flock($0, LOCK_EX | LOCK_NB) == 0 })
        let tool = try doctor("--store", shell.folder.store, in: shell.folder)
        let process = "but the process \(shell.server.process.id) (hearth) has the store open."
        #expect(try findings("problem", in: tool.output).contains { $0.hasSuffix(process) }, "\(tool.output)")
        #expect(tool.output.contains("stop it with 'kill \(shell.server.process.id)'"))
        let check = try shell.failure("check", "--store", shell.folder.store)
        #expect(check.contains("It is the process \(shell.server.process.id) (hearth)."), "\(check)")
    }

    /// The advice is never to stop a server that other clients use.
    @Test func aServerAtTheUsualPlaceIsNamedWhenTheSocketIsAnother() throws {
        let shell = try Shell()
        symlink("run", shell.folder.file("hearth"))
        let tool = try HearthTool(
            ["doctor", "--json", "--store", shell.folder.store],
            in: shell.folder,
            environment: ["XDG_RUNTIME_DIR": shell.folder.path, "HEARTH_SOCKET": shell.folder.file("other.sock")]
        )
        let usual = shell.folder.file("hearth/hearth.sock")
        #expect(tool.output.contains("but one listens on \(usual)."), "\(tool.output)")
        #expect(tool.output.contains("Unset HEARTH_SOCKET") && !tool.output.contains("kill"), "\(tool.output)")
    }

    @Test func theServersFaultIsRepeated() throws {
        let shell = try Shell()
        try FileManager.default.moveItem(atPath: shell.folder.store, toPath: shell.folder.file("moved.hearth"))
        _ = try shell.failure("save", "heartRate", "72")
        let tool = try doctor("--store", shell.folder.file("moved.hearth"), in: shell.folder)
        #expect(tool.exit == .code(1))
        #expect(try findings("problem", in: tool.output).contains { $0.hasPrefix("server: Writes are refused: ") })
    }
}
