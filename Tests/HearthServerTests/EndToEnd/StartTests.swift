import Foundation
import HearthModel
import HearthSocket
import HearthTestSupport
import HearthWire
import Testing

/// How a server starts, and why it does not.
@Suite struct StartTests {
    @Test func filesAreForTheirOwnerAlone() throws {
        let server = try ServerProcess(in: ServerFolder())
        let folder = server.folder
        #expect(FileStatus(of: folder.socket)?.permissions == 0o600)
        #expect(FileStatus(of: folder.socket)?.isSocket == true)
        for path in [folder.file("run"), folder.file("data")] {
            #expect(FileStatus(of: path)?.permissions == 0o700)
        }
        try server.connect().save(NumberedSamples.columns([ObjectID(high: 1, low: 1)]))
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.file("data")) {
            #expect(FileStatus(of: folder.file("data/\(name)"))?.permissions == 0o600, "\(name)")
        }
        try server.stop()
        #expect(FileStatus(of: folder.socket) == nil)
    }

    /// A core dump would hold what the store holds.
    @Test func noCoreIsDumped() throws {
        let server = try ServerProcess(in: ServerFolder(), .init(preparation: "ulimit -c unlimited;"))
        let limits = try String(contentsOfFile: "/proc/\(server.process.id)/limits", encoding: .utf8)
        let line = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") })
        #expect(line.split(separator: " ").dropFirst(4).prefix(2) == ["0", "0"])
    }

    /// Else what is written on standard error would go to the store's files, or to a client.
    @Test func standardDescriptorsAreNotUsedForOthers() throws {
        let server = try ServerProcess(in: ServerFolder(), .init(preparation: "exec 0<&- 1>&- 2>&-;"))
        for number in 0...2 {
            let path = "/proc/\(server.process.id)/fd/\(number)"
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == "/dev/null")
        }
        try server.connect().save(NumberedSamples.columns([ObjectID(high: 1, low: 1)]))
        try server.stop()
    }

    @Test func aSocketThatWasLeftBehindIsReplaced() throws {
        let folder = try ServerFolder()
        let first = try ServerProcess(in: folder)
        first.process.kill()
        #expect(FileStatus(of: folder.socket)?.isSocket == true)
        let second = try ServerProcess(in: folder)
        _ = try second.connect().status()
        try second.stop()
    }

    @Test func aSocketOnWhichAServerListensIsNotTaken() throws {
        let server = try ServerProcess(in: ServerFolder())
        let refusal = try ServerProcess.refusal(
            in: server.folder,
            .init(arguments: ["--store", server.folder.file("other.hearth")])
        )
        #expect(refusal.contains("Process \(server.process.id) already listens on \(server.folder.socket)"))
        #expect(FileStatus(of: server.folder.file("other.hearth")) == nil)
        _ = try server.connect().status()
    }

    @Test func aFileThatIsNoSocketIsLeftAlone() throws {
        let folder = try ServerFolder()
        try makeFolder(folder.file("run"), 0o700)
        try Data("kept".utf8).write(to: URL(filePath: folder.socket))
        #expect(try ServerProcess.refusal(in: folder).contains("exists and is not a socket"))
        #expect(folder.text(of: "run/hearth.sock") == "kept")
    }

    @Test func aPathThatIsTooLongForASocketIsRefused() throws {
        let folder = try ServerFolder()
        let longest = folder.file("") + String(repeating: "s", count: SocketPath.bytesMax - folder.path.utf8.count - 1)
        let refusal = try ServerProcess.refusal(in: folder, .init(environment: ["HEARTH_SOCKET": longest + "s"]))
        #expect(refusal.contains("has 1 to 107 bytes, and this one has 108"))
        let server = try ServerProcess(in: folder, .init(environment: ["HEARTH_SOCKET": longest]))
        _ = try SocketClient(longest).open("org.example.test")
        try server.stop()
    }

    @Test func aFolderThatOthersCanEnterIsRefused() throws {
        let folder = try ServerFolder()
        try makeFolder(folder.file("run"), 0o750)
        let text = "Other users can list or change the folder '\(folder.file("run"))'"
        #expect(try ServerProcess.refusal(in: folder).contains(text))
        #expect(FileStatus(of: folder.store) == nil)
    }

    /// Others need `/tmp`, a home directory and the like as they are.
    @Test(arguments: [0o755, 0o777, 0o1777] as [UInt32]) func nobodyIsToldToCloseASharedFolder(_ permissions: UInt32)
        throws
    {
        let folder = try ServerFolder()
        for name in ["shared", "hearth"] {
            try makeFolder(folder.file(name), permissions)
            let refusal = try ServerProcess.refusal(
                in: folder,
                .init(environment: ["HEARTH_SOCKET": folder.file("\(name)/x.sock")])
            )
            let isClosed = name == "hearth" && permissions == 0o755
            #expect(refusal.contains("chmod") == isClosed, "\(refusal)")
            #expect(refusal.contains(folder.file("\(name)/hearth-\(geteuid())/hearth.sock")) == !isClosed, "\(refusal)")
        }
        let server = try ServerProcess(
            in: folder,
            .init(environment: ["HEARTH_SOCKET": folder.file("shared/hearth-\(geteuid())/hearth.sock")])
        )
        try server.stop()
    }

    /// A mistyped path would look as if everything was lost.
    @Test func aNewStoreIsSaidToBeNew() throws {
        let folder = try ServerFolder()
        try ServerProcess(in: folder).stop()
        #expect(folder.text(of: "log").contains("created a new store at \(folder.store)"))
        try FileManager.default.removeItem(atPath: folder.file("log"))
        try ServerProcess(in: folder).stop()
        #expect(!folder.text(of: "log").contains("new"))
    }

    @Test func aStoreThatAnotherServerHasIsRefused() throws {
        let server = try ServerProcess(in: ServerFolder())
        let refusal = try ServerProcess.refusal(
            in: server.folder,
            .init(environment: ["HEARTH_SOCKET": server.folder.file("other/hearth.sock")])
        )
        #expect(refusal.contains("Another process has the store open"))
        #expect(FileStatus(of: server.folder.file("other/hearth.sock")) == nil, "no socket is left behind")
        _ = try server.connect().status()
    }

    @Test(arguments: ["", "a text of somebody, which is no database and is longer than the header of one would be. \n"])
    func aFileThatIsNoStoreIsLeftAlone(_ line: String) throws {
        let folder = try ServerFolder()
        try makeFolder(folder.file("data"), 0o700)
        let text = line + String(repeating: "more ", count: 40)
        try Data(text.utf8).write(to: URL(filePath: folder.store))
        let refusal = try ServerProcess.refusal(in: folder)
        #expect(refusal.contains("The store \(folder.store) cannot be served."))
        #expect(folder.text(of: "data/store.hearth") == text)
        #expect(FileStatus(of: folder.socket) == nil)
    }

    @Test func aSupervisorHearsHowItGoes() throws {
        let server = try ServerProcess(in: ServerFolder(), .init(environment: ["WATCHDOG_USEC": "100000"]))
        for _ in 0..<3 {
            #expect(try server.notices.next() == "WATCHDOG=1")
        }
        server.process.signal(SIGTERM)
        try server.notices.wait(for: "STOPPING=1")
        #expect(server.process.wait() == .code(0))
    }

    private func makeFolder(_ path: String, _ permissions: UInt32) throws {
        guard mkdir(path, permissions) == 0, chmod(path, permissions) == 0 else {
            throw Unexpected.failed("mkdir", errno)
        }
    }
}
