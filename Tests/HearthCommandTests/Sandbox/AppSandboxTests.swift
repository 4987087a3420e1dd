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
        writing written: [String] = [],
        store: String = "store/store.hearth"
    ) -> AppSandbox {
        AppSandbox(
            AppSocket("org.example.mood", name: "", path: folder.file(path), group: ""),
            store: folder.file(store),
            otherSockets: others.map(folder.file),
            readable: shown,
            writable: written,
            isWanted: true
        )
    }

    /// The files in the folder that a program in a sandbox sees.
    private func seen(in sandbox: AppSandbox) throws -> [String] {
        let words = ["/usr/bin/find", folder.path, "-type", "f", "-printf", "%P\\n"]
        let (exit, output) = try run(words, in: sandbox, mounts(of: sandbox))
        #expect(exit == .code(0), "\(folder.text(of: "errors"))")
        let files = output.split(separator: "\n").map { String($0) }
        return files.filter { !["output", "errors"].contains($0) }.sorted()
    }

    /// Their descriptors have numbers that a child process can get.
    private func mounts(of sandbox: AppSandbox) throws -> SandboxMounts {
        let mounts = try sandbox.mounts()
        guard mounts.descriptors.contains(ChildProcess.lifeInChild) else { return mounts }
        return try withExtendedLifetime(mounts) { try sandbox.mounts() }
    }

    private func run(
        _ words: [String],
        in sandbox: AppSandbox,
        _ mounts: SandboxMounts
    ) throws -> (exit: ChildProcess.Exit?, output: String) {
        // What the last one has printed.
        unlink(folder.file("output"))
        let launch = ChildProcess.Launch(
            arguments: sandbox.arguments(mounts) + ["--"] + words,
            output: folder.file("output"),
            errors: folder.file("errors"),
            descriptors: Dictionary(uniqueKeysWithValues: mounts.descriptors.map { ($0, $0) })
        )
        let exit = try ChildProcess.run("/usr/bin/bwrap", launch)
        withExtendedLifetime(mounts) {}
        return (exit, folder.text(of: "output"))
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
        try run(["/bin/sh", "-c", script], in: sandbox, mounts(of: sandbox)).output
    }

    @Test func aFolderThatCanOnlyBeReadStaysSoInOneThatIsWritten() throws {
        let sandbox = sandbox(for: "mood/sock", besides: [], showing: [folder.file("server")], writing: [folder.path])
        let script = "for name in new server/new mood/new; do touch \"\(folder.path)/$name\" && echo $name; done"
        #expect(try output(of: script, in: sandbox) == "new\n")
    }

    /// The next sandbox would look for what is hidden where it was.
    @Test func whatContainsAHiddenFolderCannotBeMoved() throws {
        let path = folder.file("home/share/hearth")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: path + "/sock"))
        let home = folder.file("home")
        let sandbox = sandbox(for: "mood/sock", besides: ["home/share/hearth/sock"], writing: [home])
        let script = """
            cd '\(home)' && touch made && mv made moved && echo moved
            mv share share2; mv share/hearth share/h; rmdir share/hearth; ls share share/hearth
            """
        #expect(try output(of: script, in: sandbox) == "moved\nshare:\nhearth\n\nshare/hearth:\n")
        #expect(FileManager.default.fileExists(atPath: path + "/sock"))
    }

    /// The next sandbox would hide what another link leads to.
    @Test func aLinkToTheStoreIsNotInAFolderThatIsWritten() throws {
        let (work, store) = (folder.file("work"), folder.file("store"))
        try FileManager.default.createDirectory(atPath: work + "/mine", withIntermediateDirectories: true)
        #expect(symlink("../store", work + "/current") == 0 && symlink(work + "/current", folder.file("link")) == 0)
        #expect(SymbolicLinks.on(folder.file("link/store.hearth")) == [folder.file("link"), work + "/current"])
        #expect(SymbolicLinks.on(store + "/../store/./store.hearth").isEmpty)
        func sandbox(_ written: String) -> AppSandbox {
            self.sandbox(for: "mood/sock", besides: [], writing: [written], store: "link/store.hearth")
        }
        #expect(throws: CommandError.self) { try sandbox(work).mounts() }
        #expect(throws: Never.self) { try sandbox(work + "/mine").mounts() }
    }

    /// What was checked is what is shown.
    @Test func aLinkInThePlaceOfAFolderThatIsShownShowsNothing() throws {
        let shown = folder.file("shown")
        try FileManager.default.createDirectory(atPath: shown, withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: shown + "/mine"))
        let sandbox = sandbox(for: "mood/sock", besides: ["server/hearth.sock"], showing: [shown])
        let mounts = try mounts(of: sandbox)
        #expect(rename(shown, folder.file("before")) == 0 && symlink(folder.file("store"), shown) == 0)
        let files = try run(["/bin/ls", "-R", folder.path], in: sandbox, mounts).output
        #expect(!files.contains("store.hearth"), "\(files)")
    }

    @Test func theFolderInWhichAppsGetSocketsIsRefused() {
        checkThatNothingShows(folder.file("server/apps"))
    }

    /// Another store may be in its place.
    @Test func aStoreThatIsNotInItsPlaceCannotBeHidden() {
        let sandbox = sandbox(for: "mood/sock", besides: [])
        unlink(folder.file("store/store.hearth"))
        #expect(throws: CommandError.self) { try sandbox.mounts() }
    }

    /// Those of the machine would show more than files.
    @Test(arguments: ["/", "/proc"]) func theProcessesAreThoseOfTheSandbox(_ shown: String) throws {
        let sandbox = sandbox(for: "mood/sock", besides: [], showing: [shown])
        let processes = try output(of: "echo /proc/[0-9]*", in: sandbox).split(separator: " ")
        #expect((1...5).contains(processes.count), "\(processes)")
    }

    /// Of root's programs the system asks no more than that the place can be written. Others may not write it anyway.
    @Test(.enabled(if: geteuid() == 0)) func theMachineIsNotSetUp() throws {
        let sandbox = sandbox(for: "mood/sock", besides: [])
        let setting = "/proc/sys/vm/swappiness"
        let written = try output(of: "cat \(setting); cat \(setting) > \(setting) || echo refused", in: sandbox)
        #expect(written.hasSuffix("\nrefused\n"), "\(written)")
    }

    private func checkThatNothingShows(_ path: String) {
        for (shown, written) in [([path], []), ([], [path])] {
            let sandbox = sandbox(
                for: "mood/sock",
                besides: ["server/hearth.sock"],
                showing: shown,
                writing: written
            )
            #expect(throws: CommandError.self, "\(path)") { try sandbox.mounts() }
        }
    }

    /// A file shows as much as its folder, by whatever name it is called.
    @Test func aFileOfTheStoreOrOfASocketIsRefused() throws {
        for name in ["store/store.hearth-wal", "store/store.hearth.lock", "store/notes"] {
            try Data().write(to: URL(filePath: folder.file(name)))
        }
        let files = ["store/store.hearth", "server/hearth.sock"].map(folder.file)
        for (index, file) in files.enumerated() {
            #expect(symlink(file, folder.file("mood/link\(index)")) == 0)
            #expect(link(file, folder.file("mood/hard\(index)")) == 0)
        }
        let names = ["mood/link0", "mood/link1", "mood/hard0", "mood/hard1", "store/notes"]
        let logs = ["store/store.hearth-wal", "store/store.hearth.lock"]
        for path in files + (names + logs).map(folder.file) {
            checkThatNothingShows(path)
        }
        try Data().write(to: URL(filePath: folder.file("mood/notes")))
        let fine = sandbox(for: "mood/sock", besides: ["server/hearth.sock"], showing: [folder.file("mood/notes")])
        #expect(throws: Never.self) { try fine.mounts() }
    }

    /// Its `root` is the folder of all files, also of hidden ones.
    @Test func aProcessOfTheMachineIsRefused() {
        for path in ["/proc/self", "/proc/\(getpid())/environ", "/dev/null"] {
            checkThatNothingShows(path)
        }
    }

    /// What is hidden there is not what the server keeps: the folder is for everybody's files.
    @Test func aFileInTheFolderOfTemporaryFilesIsShown() throws {
        let path = "/tmp/hearth-shown-\(getpid())-\(folder.path.split(separator: "/").last ?? "")"
        try Data("text".utf8).write(to: URL(filePath: path))
        defer { unlink(path) }
        let sandbox = sandbox(for: "mood/sock", besides: ["server/hearth.sock"], showing: [path])
        #expect(throws: Never.self) { try sandbox.mounts() }
        #expect(try output(of: "cat '\(path)'", in: sandbox) == "text")
    }

    /// What can be shown of it is the socket, and the socket of all apps with it.
    @Test func aSocketInAHiddenFolderIsRefused() {
        let sandbox = sandbox(for: "server/own.sock", besides: ["server/hearth.sock"])
        #expect(throws: CommandError.self) { try sandbox.mounts() }
        #expect(throws: Never.self) { try self.sandbox(for: "mood/sock", besides: []).mounts() }
    }
}
