import Foundation
import HearthTestSupport
import Testing

/// `hearth dashboard` and `hearth report`, with a program in the place of `hearth-dashboard` that prints its arguments.
@Suite struct DashboardTests {
    private let uuid = "4F3F7B8C-4A43-4D5B-9E0E-1B7C0F8B6A11"

    /// Writes the program into a folder.
    private func install(in path: String, ending: String = "exit 0") throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let program = path + "/hearth-dashboard"
        try Data("#!/bin/sh\nprintf '%s\\n' \"$@\"\n\(ending)\n".utf8).write(to: URL(filePath: program))
        chmod(program, 0o755)
    }

    private func tool(
        _ arguments: [String],
        in folder: ServerFolder,
        _ environment: [String: String] = [:]
    ) throws -> HearthTool {
        let places = ["PATH": folder.file("bin") + ":/usr/bin:/bin", "DISPLAY": "", "WAYLAND_DISPLAY": ""]
        return try HearthTool(arguments, in: folder, environment: places.merging(environment) { $1 })
    }

    /// What sets the order of apps: the server takes it from its own program only.
    private var program: String {
        get throws { "--program=\(try BuiltProgram.path(of: "hearth"))\n" }
    }

    @Test func theAddressIsOpenedWhereThereIsADisplay() throws {
        let program = try program
        let folder = try ServerFolder()
        try install(in: folder.file("bin"))
        #expect(try tool(["dashboard"], in: folder).output == "serve\n\(program)")
        for display in ["DISPLAY", "WAYLAND_DISPLAY"] {
            #expect(try tool(["dashboard"], in: folder, [display: ":0"]).output == "serve\n--open\n\(program)")
            #expect(try tool(["dashboard", "--no-open"], in: folder, [display: ":0"]).output == "serve\n\(program)")
        }
        let all = [
            "dashboard", "--port", "8700", "--zone=Europe/Berlin", "--miles", "--quiet", "--socket", "/s p",
            "--tiles", "a.mbtiles", "--backups=/b",
        ]
        #expect(
            try tool(all, in: folder).output
                == "serve\n--miles\n--quiet\n--port=8700\n--zone=Europe/Berlin\n--tiles=a.mbtiles\n"
                + "--backups=/b\n--socket=/s p\n\(program)"
        )
    }

    @Test func aReportIsOfOneWorkout() throws {
        let folder = try ServerFolder()
        try install(in: folder.file("bin"))
        #expect(try tool(["report", "--last", "--json"], in: folder).output == "report\n--last\n--json\n")
        let one = try tool(["report", uuid.lowercased(), "-o", "-", "--pdf", "--tiles", "a.mbtiles"], in: folder)
        #expect(one.output == "report\n--pdf\n--output=-\n--tiles=a.mbtiles\n\(uuid)\n")
        for (arguments, text) in [
            ([], "WORKOUT is missing"), (["--last", uuid], "WORKOUT and --last exclude each other"),
            (["--last", "--json", "--pdf"], "--json and --pdf exclude each other"), (["x"], "'x' is not a UUID"),
        ] {
            let tool = try tool(["report"] + arguments, in: folder)
            #expect(tool.exit == .code(2))
            #expect(tool.errors.contains(text), "\(tool.errors)")
        }
    }

    @Test func theExitCodeIsThatOfTheProgram() throws {
        let folder = try ServerFolder()
        try install(in: folder.file("bin"), ending: "echo broken >&2; exit 7")
        let tool = try tool(["report", "--last"], in: folder)
        #expect(tool.exit == .code(7))
        #expect(tool.errors == "broken\n")
    }

    @Test func itIsFoundWhereItIsInstalledForAUser() throws {
        let program = try program
        for place in [".local/bin", ".local/share/hearth/python/bin"] {
            let folder = try ServerFolder()
            try install(in: folder.file(place))
            #expect(try tool(["dashboard"], in: folder).output == "serve\n\(program)")
        }
        let folder = try ServerFolder()
        try install(in: folder.file("data/hearth/python/bin"))
        #expect(
            try tool(["dashboard"], in: folder, ["XDG_DATA_HOME": folder.file("data")]).output == "serve\n\(program)"
        )
    }

    /// The advice is followed as it is printed: what it names is where the program is looked for.
    @Test(arguments: [["dashboard"], ["report", "--last"]])
    func whatIsMissingIsSaidWithHowToInstallIt(_ arguments: [String]) throws {
        let folder = try ServerFolder()
        // Neither a folder nor a file that nobody may run is a program.
        try FileManager.default.createDirectory(
            atPath: folder.file("bin/hearth-dashboard"),
            withIntermediateDirectories: true
        )
        let missing = try tool(arguments, in: folder)
        #expect(missing.exit == .code(1))
        #expect(missing.output.isEmpty)
        let lines = missing.errors.split(separator: "\n")
        #expect(lines.first?.hasPrefix("hearth: hearth-dashboard is not installed.") == true)
        let made = try #require(lines.first { $0.hasPrefix("  python3 -m venv ") }?.split(separator: " ").last)
        try install(in: String(made) + "/bin")
        #expect(try tool(arguments, in: folder).exit == .code(0))
    }

    @Test func aProgramThatDoesNotStartIsAnError() throws {
        let folder = try ServerFolder()
        try install(in: folder.file("bin"))
        let program = folder.file("bin/hearth-dashboard")
        try Data("#!/no/such/python\n".utf8).write(to: URL(filePath: program))
        chmod(program, 0o755)
        let tool = try tool(["dashboard"], in: folder)
        #expect(tool.exit == .code(1))
        #expect(tool.errors == "hearth: \(program) does not start: No such file or directory.\n")
    }
}
