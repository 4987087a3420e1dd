import Foundation
import HearthModel
import HearthTestSupport
import HearthWire
import Testing

/// `hearth status`, `hearth check`, and what is no command.
@Suite struct CommandTests {
    private func serverWithSamples(_ count: Int) throws -> ServerProcess {
        let server = try ServerProcess(in: ServerFolder())
        var random = SeededGenerator(seed: 83)
        try server.connect().save(NumberedSamples.columns(NumberedSamples.ids(count, &random)))
        return server
    }

    @Test func statusIsForPeople() throws {
        let server = try serverWithSamples(50)
        let status = try HearthTool(["status"], in: server.folder)
        #expect(status.exit == .code(0))
        #expect(status.output.contains("process \(server.process.id)"))
        #expect(status.output.contains("50 samples in "))
        #expect(status.output.contains("org.hearth.status"))
        #expect(status.output.contains("0 calls open, process "))
        #expect(status.output.contains("background   0 registrations of 0 apps"))
        #expect(status.errors.isEmpty)
    }

    @Test func statusIsForPrograms() throws {
        let server = try serverWithSamples(50)
        let client = try server.connect("org.example.\"quoted\\\"")
        let status = try HearthTool(["status", "--json"], in: server.folder)
        let parsed = try JSONSerialization.jsonObject(with: Data(status.output.utf8))
        let report = try #require(parsed as? [String: Any])
        #expect(report["process"] as? Int == Int(server.process.id))
        #expect(report["samples"] as? Int == 50)
        let connections = try #require(report["connection_list"] as? [[String: Any]])
        let quoted = connections.first { $0["bundle_identifier"] as? String == "org.example.\"quoted\\\"" }
        #expect(quoted?["process"] as? Int == Int(getpid()))
        _ = try client.status()
    }

    @Test func statusIsForMetrics() throws {
        let server = try serverWithSamples(50)
        let status = try HearthTool(["status", "--metrics"], in: server.folder)
        #expect(status.output.hasSuffix("\n# EOF\n"))
        #expect(status.output.contains("\nhearth_samples 50\n"))
        #expect(status.output.contains("\nhearth_added_samples_total 50\n"))
        for line in status.output.split(separator: "\n") where !line.hasPrefix("#") {
            let words = line.split(separator: " ")
            #expect(words.count == 2 && words[0].hasPrefix("hearth_") && UInt64(words[1]) != nil, "\(line)")
        }
    }

    /// Registrations for background delivery outlive the server, and everybody who asks is told of them.
    @Test func statusNamesWhoIsRegistered() throws {
        let server = try ServerProcess(in: ServerFolder())
        let registration = BackgroundRegistration(type: .workout, frequency: .daily)
        let delivery = BackgroundDelivery(enable: [registration])
        let list = BackgroundRegistrationList(registrations: [registration])
        #expect(
            try server.connect("org.example.run").reply(to: .backgroundDelivery(delivery))
                == .backgroundRegistrations(list)
        )
        server.process.kill()
        let restarted = try ServerProcess(in: server.folder)
        let text = try HearthTool(["status"], in: restarted.folder).output
        #expect(text.contains("background   1 registration of 1 app\n  org.example.run"))
        let metrics = try HearthTool(["status", "--metrics"], in: restarted.folder).output
        #expect(metrics.contains("\nhearth_background_registrations 1\n"))
        let json = try HearthTool(["status", "--json"], in: restarted.folder).output
        let report = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        #expect(report["background_registrations"] as? Int == 1)
        let apps = try #require(report["background_app_list"] as? [[String: Any]])
        #expect(apps.map { $0["bundle_identifier"] as? String } == ["org.example.run"])
        #expect(apps.map { $0["registrations"] as? Int } == [1])
        #expect(
            try restarted.connect("org.example.run").reply(to: .backgroundDelivery(BackgroundDelivery()))
                == .backgroundRegistrations(list)
        )
    }

    @Test func statusOfNobodyEndsWith1() throws {
        let status = try HearthTool(["status"], in: ServerFolder())
        #expect(status.exit == .code(1))
        #expect(status.errors.contains("No Hearth server listens on"))
        #expect(status.output.isEmpty)
    }

    @Test func checkSaysWhetherAllIsWell() throws {
        let server = try serverWithSamples(5_000)
        let folder = server.folder
        let served = try HearthTool(["check", "--store", folder.store], in: folder)
        #expect(served.exit == .code(1))
        #expect(served.errors.contains("Another process has the store open"))
        try server.stop()
        let check = try HearthTool(["check", "--store", folder.store], in: folder)
        #expect(check.exit == .code(0))
        #expect(check.output.contains("intact. 5000 samples"))
        try damage(folder.store)
        let damaged = try HearthTool(["check", "--store", folder.store], in: folder)
        #expect(damaged.exit == .code(1), "\(damaged.output)")
        #expect(damaged.output.isEmpty)
        #expect(damaged.errors.contains(folder.store))
        let missing = try HearthTool(["check", "--store", folder.file("nothing")], in: folder)
        #expect(missing.exit == .code(1))
        #expect(FileStatus(of: folder.file("nothing")) == nil)
    }

    /// A store that nobody serves is read, and its folder is as it was.
    @Test func checkAndBackupLeaveNothingBeside() throws {
        let server = try serverWithSamples(5_000)
        let folder = server.folder
        try server.stop()
        #expect(try names(in: folder.file("data")) == ["store.hearth"])
        let before = try names(in: folder.path)
        let store = try Data(contentsOf: URL(filePath: folder.store))
        let backup = try HearthTool(["backup", folder.file("copy"), "--store", folder.store], in: folder)
        #expect(backup.exit == .code(0))
        #expect(try names(in: folder.file("data")) == ["store.hearth"])
        for path in [folder.store, folder.file("copy")] {
            let check = try HearthTool(["check", "--store", path], in: folder)
            #expect(check.exit == .code(0))
            #expect(check.output.contains("intact. 5000 samples"))
        }
        #expect(try names(in: folder.file("data")) == ["store.hearth"])
        #expect(try Data(contentsOf: URL(filePath: folder.store)) == store)
        #expect(try names(in: folder.path) == before.union(["copy"]))
    }

    private func names(in folder: String) throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: folder))
    }

    /// Flips a bit in the last page that holds something.
    private func damage(_ path: String) throws {
        let file = URL(filePath: path)
        var bytes = try Data(contentsOf: file)
        let last = try #require(bytes.lastIndex { $0 != 0 })
        bytes[last - 64] ^= 1
        try bytes.write(to: file)
    }

    @Test(arguments: [
        ["frobnicate"], ["serve", "--frob"], ["serve", "--store"], ["serve", "extra"], ["status", "--jsn"],
        ["check", "--store", ""],
    ])
    func whatIsNoCommandEndsWith2(_ arguments: [String]) throws {
        let tool = try HearthTool(arguments, in: ServerFolder())
        #expect(tool.exit == .code(2))
        #expect(tool.output.isEmpty)
        #expect(tool.errors.hasPrefix("hearth: "))
        #expect(tool.errors.contains("--help'"))
    }

    @Test func withoutACommandTheHelpIsAnError() throws {
        let tool = try HearthTool([], in: ServerFolder())
        #expect(tool.exit == .code(2))
        #expect(tool.output.isEmpty)
        #expect(tool.errors.contains("usage: hearth "))
    }

    @Test(arguments: [["--help"], ["serve", "--help"], ["status", "-h"], ["check", "--help"], ["--version"]])
    func helpIsPrinted(_ arguments: [String]) throws {
        let tool = try HearthTool(arguments, in: ServerFolder())
        #expect(tool.exit == .code(0))
        #expect(tool.output.contains(arguments == ["--version"] ? "hearth 1." : "usage: hearth "))
        #expect(tool.errors.isEmpty)
    }
}
