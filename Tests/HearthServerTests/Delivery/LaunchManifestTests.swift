import Foundation
import HearthModel
import HearthServer
import HearthTestSupport
import Testing

/// What the packages of apps say of how these are started.
@Suite struct LaunchManifestTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "hearth-manifests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func path(_ name: String) -> String { folder.appending(path: name).path(percentEncoded: false) }

    private func install(_ text: String, _ app: String = "org.example.app", in data: String = "home") throws {
        let file = URL(filePath: path("\(data)/hearth/apps/\(app).json"))
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: file)
    }

    private func launch(_ app: String = "org.example.app", _ more: [String: String] = [:]) -> BackgroundLaunch? {
        let environment = ["XDG_DATA_HOME": path("home"), "XDG_DATA_DIRS": "\(path("one")):\(path("two"))"]
        return try? LaunchManifests(environment: environment.merging(more) { $1 }).launch(of: AppID(app))
    }

    private func fault() -> String? {
        LaunchManifests(environment: ["XDG_DATA_HOME": path("home"), "XDG_DATA_DIRS": path("one")]).fault(
            of: "org.example.app"
        )
    }

    private func command(_ word: String) -> BackgroundLaunch {
        BackgroundLaunch(.command(["/bin/\(word)"], workingDirectory: ""))
    }

    private func text(_ word: String) -> String { #"{"command": ["/bin/\#(word)"]}"# }

    private func removing(_ body: () throws -> Void) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try body()
    }

    @Test func theFirstFolderCounts() throws {
        try removing {
            #expect(launch() == nil)
            for (folder, word) in [("two", "c"), ("one", "b"), ("home", "a")] {
                try install(text(word), in: folder)
                #expect(launch() == command(word))
            }
            #expect(launch("org.example.another") == nil)
        }
    }

    @Test func theUsersFolderWhenNoneIsNamed() throws {
        try removing {
            try install(text("own"), in: "user/.local/share")
            for unset in ["", nil] as [String?] {
                var environment = ["HOME": path("user")]
                environment["XDG_DATA_HOME"] = unset
                #expect(try LaunchManifests(environment: environment).launch(of: "org.example.app") == command("own"))
            }
            // A relative path means nothing to a server.
            try install(text("one"), in: "one")
            #expect(launch("org.example.app", ["XDG_DATA_DIRS": "relative::\(path("one"))"]) == command("one"))
        }
    }

    @Test func allThatItSays() throws {
        try removing {
            try install(
                #"{"command": ["/usr/bin/run", "--background"], "working_directory": "/tmp", "time_limit": 45, "x": 1}"#
            )
            #expect(
                launch()
                    == BackgroundLaunch(
                        .command(["/usr/bin/run", "--background"], workingDirectory: "/tmp"),
                        timeLimitSeconds: 45
                    )
            )
            try install(#"{"systemd_unit": "run.service"}"#)
            #expect(launch() == BackgroundLaunch(.systemdUnit("run.service")))
        }
    }

    @Test(arguments: [
        "", "{", "[]", "{}", "null", #"{"command": []}"#, #"{"command": ["run"]}"#, #"{"command": "run"}"#,
        #"{"command": ["/run"], "systemd_unit": "run.service"}"#, #"{"systemd_unit": "--user"}"#,
        #"{"systemd_unit": "../run.service"}"#, #"{"systemd_unit": ""}"#, #"{"command": ["/run"], "time_limit": -1}"#,
        #"{"command": ["/run"], "time_limit": 3601}"#, #"{"command": ["/run"], "working_directory": "here"}"#,
        #"{"command": ["/run", 7]}"#, #"{"command": ["/run\u0000"]}"#, #"{"command": ["/run", "a\u0000b"]}"#,
        #"{"command": ["/run"], "working_directory": "/\u0000"}"#, #"{"systemd_unit": "run\u0000.service"}"#,
        #"{"command": ["/run", "\ud800"]}"#,
    ])
    func oneThatCannotBeUnderstood(_ text: String) throws {
        try removing {
            try install(text)
            #expect(launch() == nil)
            let isRead = !text.isEmpty
            #expect((fault() != nil) == isRead)
        }
    }

    /// The file, and the mistake.
    @Test(arguments: [
        ("{", "It is not a JSON object."), ("[]", "It is not a JSON object."),
        (#"{"command": "/run"}"#, "'command' is not a list of texts: the program and its arguments."),
        (#"{"comand": ["/run"]}"#, "It says neither 'command' nor 'systemd_unit', but 'comand'."),
        ("{}", "It says neither 'command' nor 'systemd_unit'."),
        (#"{"command": ["/run"], "systemd_unit": "run.service"}"#, "It says both 'command' and 'systemd_unit'."),
        (#"{"command": ["run"]}"#, "The program is not an absolute path."),
        (#"{"command": ["/run"], "time_limit": -1}"#, "'time_limit' is not a number of seconds."),
        (#"{"systemd_unit": 7}"#, "'systemd_unit' is not a text."),
    ])
    func theMistakeIsNamed(_ text: String, _ mistake: String) throws {
        try removing {
            #expect(fault() == nil)
            try install(text)
            #expect(
                fault() == "The launch manifest \(path("home/hearth/apps/org.example.app.json")) is wrong. \(mistake)"
            )
            try install(self.text("own"))
            #expect(fault() == nil)
        }
    }

    /// The loop neither waits for a pipe nor reads what is long: the file here says that it has 3 GB.
    @Test func whatIsNoPlainFileOfSomeLengthIsNotRead() throws {
        try removing {
            try install(text("own"))
            let file = path("home/hearth/apps/org.example.app.json")
            let handle = try #require(FileHandle(forUpdatingAtPath: file))
            try handle.truncate(atOffset: 3_000_000_000)
            try handle.close()
            #expect(launch() == nil)
            // The next folder counts.
            try install(text("shared"), in: "one")
            #expect(launch() == command("shared"))
            try FileManager.default.removeItem(atPath: file)
            #expect(mkfifo(file, 0o600) == 0)
            #expect(launch() == command("shared"))
            try FileManager.default.removeItem(atPath: file)
            try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
            #expect(launch() == command("shared"))
            try FileManager.default.removeItem(atPath: file)
            try install(String(repeating: " ", count: Limits.manifestBytes - text("own").utf8.count) + text("own"))
            #expect(launch() == command("own"))
        }
    }

    /// An app may call itself anything, and no other file is read for it.
    @Test(arguments: ["../apps/org.example.app", "a/org.example.app", ".hidden", "", "/etc/passwd", "..", "."])
    func aNameThatIsNoName(_ name: String) throws {
        try removing {
            try install(text("own"))
            try install(text("hidden"), ".hidden")
            try install(text("nothing"), "")
            try install(text("other"), "a/org.example.app")
            #expect(launch(name) == nil)
            #expect(launch(String(repeating: "a", count: 200)) == nil)
        }
    }
}
