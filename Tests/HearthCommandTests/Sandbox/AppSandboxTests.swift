import Foundation
import HearthModel
import HearthTestSupport
import Testing

@testable import hearth

/// What a program in the sandbox sees of the folders of sockets.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/bwrap")))
struct AppSandboxTests {
    private let folder: ServerFolder

    init() throws {
        folder = try ServerFolder()
        for name in ["server/apps", "mood", "store"] {
            try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
        }
        for name in ["server/hearth.sock", "server/apps/other", "mood/sock", "own.sock", "store/store.hearth"] {
            try Data().write(to: URL(filePath: folder.file(name)))
        }
    }

    private func sandbox(
        for path: String,
        besides others: [String],
        showing shown: [String] = [],
        writing written: [String] = []
    ) -> AppSandbox {
        AppSandbox(
            AppSocket("org.example.mood", name: "", path: folder.file(path), group: ""),
            store: folder.file("store/store.hearth"),
            otherSockets: others.map(folder.file),
            readable: shown,
            writable: written,
            isWanted: true
        )
    }

    /// The files in the folder that a program in a sandbox sees.
    private func seen(in sandbox: AppSandbox) throws -> [String] {
        // What the last one has printed.
        unlink(folder.file("output"))
        let words = sandbox.arguments + ["--", "/usr/bin/find", folder.path, "-type", "f", "-printf", "%P\\n"]
        let launch = ChildProcess.Launch(arguments: words, output: folder.file("output"), errors: folder.file("errors"))
        let exit = try ChildProcess.run("/usr/bin/bwrap", launch)
        #expect(exit == .code(0), "\(folder.text(of: "errors"))")
        let files = folder.text(of: "output").split(separator: "\n").map { String($0) }
        return files.filter { !["output", "errors"].contains($0) }.sorted()
    }

    @Test func theFolderOfAnotherSocketIsHiddenInTheFolderOfTheOwnSocket() throws {
        let sandbox = sandbox(for: "own.sock", besides: ["server/hearth.sock"])
        #expect(try seen(in: sandbox) == ["mood/sock", "own.sock"])
    }

    @Test func theFolderThatALinkToASocketLeadsToIsHidden() throws {
        try FileManager.default.createDirectory(atPath: folder.file("links"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("links/hearth.sock"),
            withDestinationPath: folder.file("server/hearth.sock")
        )
        let sandbox = sandbox(for: "mood/sock", besides: ["links/hearth.sock"], showing: [folder.path])
        #expect(try seen(in: sandbox) == ["mood/sock", "own.sock"])
    }

    /// Whatever the order in which they are named.
    @Test func ofFoldersInsideOfEachOtherTheInnerOneDecides() throws {
        let client = folder.file("store/python")
        try FileManager.default.createDirectory(atPath: client + "/keys", withIntermediateDirectories: true)
        for name in ["/client", "/keys/sock"] {
            try Data().write(to: URL(filePath: client + name))
        }
        for shown in [[folder.path, client], [client, folder.path], ["/", folder.path, client]] {
            for written in [[], [folder.path]] {
                let sandbox = sandbox(
                    for: "mood/sock",
                    besides: ["server/hearth.sock", "store/python/keys/sock"],
                    showing: shown,
                    writing: written
                )
                let files = try seen(in: sandbox)
                #expect(files == ["mood/sock", "own.sock", "store/python/client"], "\(shown) \(written)")
            }
        }
    }

    /// What a program in a sandbox prints.
    private func output(of script: String, in sandbox: AppSandbox) throws -> String {
        let words = sandbox.arguments + ["--", "/bin/sh", "-c", script]
        let launch = ChildProcess.Launch(arguments: words, output: folder.file("output"), errors: folder.file("errors"))
        _ = try ChildProcess.run("/usr/bin/bwrap", launch)
        return folder.text(of: "output")
    }

    @Test func aFolderThatCanOnlyBeReadStaysSoInOneThatIsWritten() throws {
        let sandbox = sandbox(for: "mood/sock", besides: [], showing: [folder.file("server")], writing: [folder.path])
        let script = "for name in new server/new mood/new; do touch \"\(folder.path)/$name\" && echo $name; done"
        #expect(try output(of: script, in: sandbox) == "new\n")
    }

    /// Those of the machine would show more than files.
    @Test(arguments: ["/", "/proc"]) func theProcessesAreThoseOfTheSandbox(_ shown: String) throws {
        let sandbox = sandbox(for: "mood/sock", besides: [], showing: [shown])
        let processes = try output(of: "echo /proc/[0-9]*", in: sandbox).split(separator: " ")
        #expect((1...5).contains(processes.count), "\(processes)")
    }

    /// What can be shown of it is the socket, and the socket of all apps with it.
    @Test func aSocketInAHiddenFolderIsRefused() {
        let sandbox = sandbox(for: "server/own.sock", besides: ["server/hearth.sock"])
        #expect(throws: CommandError.self) { try sandbox.checkCanBeShown() }
        #expect(throws: Never.self) { try self.sandbox(for: "mood/sock", besides: []).checkCanBeShown() }
    }
}
