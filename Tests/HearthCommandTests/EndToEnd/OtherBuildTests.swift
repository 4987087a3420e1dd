import Foundation
import HearthTestSupport
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
        program = folder + "/hearth"
        try FileManager.default.copyItem(atPath: BuiltProgram.path(of: "hearth"), toPath: program)
    }

    private func run(_ arguments: String...) throws -> HearthTool {
        try HearthTool(arguments, in: shell.folder, program: program)
    }

    private func names(both text: String) throws -> Bool {
        let own = try BuiltProgram.path(of: "hearth")
        let cause = "This hearth (\(program)) is another build than the server ("
        return text.contains(cause) && text.contains("or use \(own).")
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
