import Foundation
import HearthSocket
import HearthTestSupport
import Testing

/// `hearth trace`, between the real server and apps.
@Suite struct TraceTests {
    private let shell: Shell
    private var folder: ServerFolder { shell.folder }
    private var path: String { folder.socket + ".trace" }

    init() throws {
        shell = try Shell()
    }

    /// Begins to trace, and returns when apps can connect.
    private func trace(_ arguments: String...) throws -> RunningTool {
        let tool = try RunningTool(["trace"] + arguments, in: folder)
        let line = try #require(try tool.nextErrorLine())
        #expect(line.hasPrefix("Tracing ") && line.contains("HEARTH_SOCKET=\(path)"), "\(line)")
        return tool
    }

    /// Runs an app whose frames are seen. It is to succeed.
    private func app(_ arguments: String...) throws -> HearthTool {
        let tool = try HearthTool(arguments, in: folder, environment: ["HEARTH_SOCKET": path])
        #expect(tool.exit == .code(0), "\(tool.errors)")
        return tool
    }

    /// What is printed until a connection has ended.
    private func lines(_ tool: RunningTool) throws -> [String] {
        var lines: [String] = []
        while let line = try tool.nextLine() {
            lines.append(line)
            if line.hasSuffix(" closed") { break }
        }
        return lines
    }

    private static let save = ["save", "heartRate", "8675309", "--metadata", "diary=marker8675309"]

    @Test func framesOfBothSidesAreSeenWithoutTheirValues() throws {
        let tool = try trace()
        let saved = try HearthTool(Self.save, in: folder, environment: ["HEARTH_SOCKET": path])
        #expect(saved.exit == .code(0), "\(saved.errors)")
        let lines = try lines(tool)
        #expect(lines.first?.contains(" 1 connected by process ") == true)
        let titles = lines.filter { !$0.hasPrefix(" ") }.map {
            $0.split(separator: " ").dropFirst().joined(separator: " ")
        }
        let wanted = ["1 C: call 1 hello", "1 S: call 1 welcome", "1 C: call 2 save", "1 S: call 2 committed"]
        // Nothing is seen before what it answers.
        let frames = titles.filter { $0.contains(": call ") }
        #expect(frames.count == 4 && zip(frames, wanted).allSatisfy { $0.hasPrefix($1) }, "\(titles)")
        #expect(lines.contains("          values: 1 row, hidden"), "\(lines)")
        #expect(!lines.contains { $0.contains("8675309") || $0.contains("diary") })
        // What passed is what is stored.
        #expect(try shell.run("query", "heartRate", "--csv").contains { $0.contains("8675309") })
    }

    @Test func valuesAreSeenByWhoAsks() throws {
        let tool = try trace("--values")
        let saved = try HearthTool(Self.save, in: folder, environment: ["HEARTH_SOCKET": path])
        #expect(saved.exit == .code(0), "\(saved.errors)")
        let lines = try lines(tool)
        #expect(lines.contains("          values: 1 row: 8675309.0"), "\(lines)")
        #expect(lines.contains { $0.contains("\"marker8675309\"") })
    }

    @Test func aLineForEachFrameIsEnoughForSome() throws {
        let tool = try trace("--brief")
        _ = try app("query", "heartRate")
        #expect(try lines(tool).allSatisfy { !$0.hasPrefix(" ") })
        _ = try app("status")
        #expect(try lines(tool).contains { $0.contains(" 2 S: call 2 status_report (") })
    }

    /// More than all buffers on the way hold.
    @Test func muchPassesUnchanged() throws {
        let samples = (0..<50_000).map { "2026-11-21T10:00:00Z,,\($0 % 100 + 1)\n" }.joined()
        try Data(samples.utf8).write(to: URL(filePath: folder.file("samples.csv")))
        let tool = try trace("--brief")
        _ = try app("save", "heartRate", "--csv", folder.file("samples.csv"))
        #expect(try lines(tool).contains { $0.contains("C: call 3 save (") })
        let query = try app("query", "heartRate", "--csv")
        #expect(query.output.split(separator: "\n").count == 50_001)
        let credit = try lines(tool).filter { $0.contains(" C: call 2 credit (") }
        #expect(!credit.isEmpty)
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func aSignalEndsItAndNothingIsLeft(_ signal: Int32) throws {
        let tool = try trace()
        #expect(FileStatus(of: path)?.permissions == 0o600)
        tool.process.signal(signal)
        #expect(tool.process.wait() == .signal(signal))
        #expect(FileStatus(of: path) == nil)
    }

    @Test func itEndsWithItsReader() throws {
        let tool = try trace()
        tool.stopReading()
        #expect(tool.process.wait() == .code(0))
        #expect(FileStatus(of: path) == nil)
    }

    @Test func whatIsNoFrameIsPassedOn() throws {
        let tool = try trace()
        let channel = try FrameChannel(path: path)
        try channel.send([0, 0, 0, 0])
        #expect(try tool.nextLine()?.contains(" 1 connected") == true)
        #expect(
            try tool.nextLine()?.hasSuffix(" 1 C: broken: MALFORMED_FRAME; the rest is forwarded without decoding")
                == true
        )
        // The server's refusal comes back.
        #expect(try tool.nextLine()?.contains(" 1 S: call 0 error (") == true)
    }

    @Test func withoutAServerThatIsSaid() throws {
        let tool = try trace()
        try shell.server.stop()
        let query = try HearthTool(["query", "heartRate"], in: folder, environment: ["HEARTH_SOCKET": path])
        #expect(query.exit == .code(1))
        #expect(try tool.nextLine()?.contains(" 1 not forwarded: No Hearth server listens on ") == true)
    }
}
