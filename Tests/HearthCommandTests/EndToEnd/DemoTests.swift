import Foundation
import HearthTestSupport
import Testing

/// `hearth demo`, which leaves nothing behind.
@Suite struct DemoTests {
    private func leftovers(in folder: ServerFolder) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("hearth-demo") }
    }

    private static let summary = """

        A run of 24:00, 4.80 km, 140 beats a minute on average.
        With it: 24 heart rates, 88 to 167 beats a minute, and a route of 144 locations.

        """

    @Test func threeAppsShareAStore() throws {
        let folder = try ServerFolder()
        let demo = try HearthTool(["demo", "--fast"], in: folder)
        #expect(demo.exit == .code(0), "\(demo.errors)")
        #expect(demo.errors == "")
        #expect(demo.output.hasSuffix(Self.summary + "The temporary store was removed.\n"), "\(demo.output)")
        let lines = demo.output.split(separator: "\n")
        #expect(lines.count { $0.hasPrefix("Pulse ") } == 24)
        #expect(lines.last { $0.hasPrefix("Diary ") }?.contains("run of 24:00, 4.80 km") == true)
        // Colours are for terminals.
        #expect(!demo.output.contains("\u{1B}"))
        #expect(try leftovers(in: folder) == [])
    }

    @Test func aServersStoreIsAsBefore() throws {
        let shell = try Shell()
        try shell.run("save", "heartRate", "60")
        let lines = try shell.run("demo", "--fast", "--socket", shell.folder.socket)
        // 24 heart rates and distances, the run and its route.
        #expect(lines.last == "Deleted the demo's 50 objects.")
        for (type, count) in [("heartRate", 2), ("distanceWalkingRunning", 1), ("workout", 1), ("workoutRoute", 1)] {
            #expect(try shell.run("query", type, "--csv").count == count, "\(type)")
        }
    }

    @Test func aSignalLeavesNothing() throws {
        let folder = try ServerFolder()
        let demo = try RunningTool(["demo"], in: folder)
        while try demo.nextLine()?.hasPrefix("Pulse") == false {}
        demo.process.signal(SIGTERM)
        #expect(demo.process.wait() == .signal(SIGTERM))
        #expect(try leftovers(in: folder) == [])
    }

    @Test func aSignalLeavesAServersStoreAsBefore() throws {
        let shell = try Shell()
        let demo = try RunningTool(["demo", "--socket", shell.folder.socket], in: shell.folder)
        while try demo.nextLine()?.hasPrefix("Pulse") == false {}
        demo.process.signal(SIGTERM)
        #expect(demo.process.wait() == .signal(SIGTERM))
        for type in ["heartRate", "distanceWalkingRunning", "workout"] {
            #expect(try shell.run("query", type, "--csv").count == 1, "\(type)")
        }
    }

    @Test func aReaderWhoHasEnoughEndsIt() throws {
        let folder = try ServerFolder()
        let demo = try RunningTool(["demo", "--fast"], in: folder)
        _ = try demo.nextLine()
        demo.stopReading()
        #expect(demo.process.wait() == .code(0))
        #expect(try demo.nextErrorLine() == nil)
        #expect(try leftovers(in: folder) == [])
    }
}
