import Foundation
import HearthTestSupport
import Testing

/// `hearth watch`, while others save and delete.
@Suite struct WatchTests {
    /// Begins to watch, and returns when the changes from then on are seen.
    private func watch(_ shell: Shell, _ arguments: String...) throws -> RunningTool {
        let tool = try RunningTool(["watch"] + arguments, in: shell.folder)
        #expect(try tool.nextErrorLine()?.hasPrefix("Watching ") == true)
        return tool
    }

    @Test func changesOfOthersAreSeen() throws {
        let shell = try Shell()
        try shell.run("save", "heartRate", "59")
        let tool = try watch(shell, "heartRate")
        try shell.run("save", "stepCount", "1000")
        let id = try #require(try shell.run("save", "heartRate", "60", "--at", "2026-11-21T10:00:00Z").first)
        #expect(try tool.nextLine() == "+ 2026-11-21 10:00:00  heartRate  60 count/min  org.hearth.cli  \(id)")
        try shell.run("delete", "heartRate", id)
        let deletion = try #require(try tool.nextLine())
        #expect(deletion.hasPrefix("- 20") && deletion.hasSuffix("  heartRate  \(id)"))
    }

    /// As 'hearth query' shows them.
    @Test func aBloodPressureIsOneLineAndValuesAreRounded() throws {
        let shell = try Shell()
        let tool = try watch(shell)
        let id = try #require(
            try shell.run("save", "bloodPressure", "120/80", "--at", "2026-11-21T10:00:00Z").first
        )
        #expect(try tool.nextLine() == "+ 2026-11-21 10:00:00  bloodPressure  120/80 mmHg  org.hearth.cli  \(id)")
        try shell.run("save", "bloodGlucose", "5.4", "--unit", "mmol/L")
        #expect(try tool.nextLine()?.contains("  bloodGlucose  97.2842 mg/dL  ") == true)
    }

    @Test func everythingIsSeenFromTheStart() throws {
        let shell = try Shell()
        let first = try #require(try shell.run("save", "heartRate", "59").first)
        let tool = try watch(shell, "--from-start", "--json")
        let stored = try Shell.objects([try #require(try tool.nextLine())])[0]
        #expect(stored["event"] as? String == "added" && stored["uuid"] as? String == first)
        let second = try #require(try shell.run("save", "stepCount", "7").first)
        let added = try Shell.objects([try #require(try tool.nextLine())])[0]
        #expect(added["type"] as? String == "stepCount" && added["uuid"] as? String == second)
        try shell.run("delete", "heartRate", first)
        let deleted = try Shell.objects([try #require(try tool.nextLine())])[0]
        #expect(deleted["event"] as? String == "deleted" && deleted["uuid"] as? String == first)
        #expect(deleted["type"] as? String == "heartRate")
    }

    @Test func itGoesOnWithANewServer() throws {
        let shell = try Shell()
        let tool = try watch(shell, "stepCount")
        try shell.run("save", "stepCount", "1")
        #expect(try tool.nextLine()?.contains("  1 count  ") == true)
        try shell.server.stop()
        #expect(try tool.nextErrorLine()?.hasPrefix("The server closed the connection.") == true)
        let server = try ServerProcess(in: shell.folder)
        #expect(try tool.nextErrorLine() == "Connected again.")
        let saved = try HearthTool(["save", "stepCount", "2"], in: shell.folder)
        #expect(saved.exit == .code(0), "\(saved.errors)")
        #expect(try tool.nextLine()?.contains("  2 count  ") == true)
        try server.stop()
    }

    @Test func aRestoredBackupEndsItWithTheReason() throws {
        let shell = try Shell()
        let copy = shell.folder.file("copy.hearth")
        try shell.run("backup", copy, "--store", shell.folder.store)
        let tool = try watch(shell, "stepCount")
        try shell.run("save", "stepCount", "1")
        #expect(try tool.nextLine() != nil)
        try shell.server.stop()
        for end in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: shell.folder.store + end)
        }
        try FileManager.default.moveItem(atPath: copy, toPath: shell.folder.store)
        let server = try ServerProcess(in: shell.folder)
        #expect(tool.process.wait() == .code(1))
        #expect(try tool.nextErrorLine()?.hasPrefix("The server closed the connection.") == true)
        #expect(try tool.nextErrorLine() == "Connected again.")
        let error = try #require(try tool.nextErrorLine())
        #expect(error.contains("came back with another store") && error.contains("Start 'hearth watch' again."))
        try server.stop()
    }

    @Test(arguments: [SIGTERM, SIGHUP])
    func aSignalEndsIt(_ signal: Int32) throws {
        let shell = try Shell()
        let tool = try watch(shell)
        tool.process.signal(signal)
        #expect(tool.process.wait() == .signal(signal))
        #expect(try tool.nextLine() == nil)
        #expect(try tool.nextErrorLine() == nil)
    }

    // MARK: - Readers that have enough

    @Test func itEndsWithItsReader() throws {
        let shell = try Shell()
        let tool = try watch(shell, "--from-start")
        // Nothing is saved any more.
        tool.stopReading()
        #expect(tool.process.wait() == .code(0))
        #expect(try tool.nextErrorLine() == nil)
    }

    @Test func aQueryEndsWithItsReader() throws {
        let shell = try Shell()
        let lines = String(repeating: "2026-11-21T10:00:00Z,,60\n", count: 20_000)
        try shell.run("save", "heartRate", "--csv", "-", input: lines)
        for option in ["--csv", "--json"] {
            let tool = try RunningTool(["query", "heartRate", option], in: shell.folder)
            #expect(try tool.nextLine() != nil)
            tool.stopReading()
            #expect(tool.process.wait() == .code(0))
            #expect(try tool.nextErrorLine() == nil)
        }
    }
}
