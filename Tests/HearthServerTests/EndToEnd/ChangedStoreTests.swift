import Foundation
import HearthModel
import HearthTestSupport
import Testing

/// A server whose store another program takes away says so, in its log, in its status and to each app that saves.
@Suite struct ChangedStoreTests {
    @Test func aServerWhoseStoreWasMovedRefusesWritesUntilItIsBack() throws {
        let server = try ServerProcess(in: ServerFolder())
        let folder = server.folder
        let client = try server.connect()
        try client.save(NumberedSamples.columns([ObjectID(high: 1, low: 1)]))
        #expect(try client.status().store.fault == "")

        try FileManager.default.moveItem(atPath: folder.store, toPath: folder.file("aside"))
        for _ in 0..<3 {
            let error = #expect(throws: HearthError.self) {
                try client.save(NumberedSamples.columns([ObjectID(high: 1, low: 2)]))
            }
            #expect(error?.code == .storageFailed)
        }
        #expect(try client.status().store.fault.contains("deleted, moved or replaced"))
        let status = try HearthTool(["status"], in: folder)
        #expect(status.output.contains("WRITES ARE REFUSED: The store's file was deleted, moved or replaced"))

        try FileManager.default.moveItem(atPath: folder.file("aside"), toPath: folder.store)
        try client.save(NumberedSamples.columns([ObjectID(high: 1, low: 2)]))
        #expect(try client.status().store.fault == "")
        #expect(server.log.components(separatedBy: "deleted, moved or").count == 2, "once, however many there were")
        try server.stop()
        #expect(try HearthTool(["check", "--store", folder.store], in: folder).output.contains("2 samples"))
    }

    /// The server copies the log into the file that it has open, so that the next start finds everything by the link.
    @Test func aStoreThatWasMovedBehindALinkIsWholeAfterAStop() throws {
        let folder = try Self.folderOfServedStore { server in
            try Self.moveBehindLink(server.folder)
            try server.stop()
        }
        let next = try ServerProcess(in: folder)
        #expect(try next.connect().status().store.samples == 20)
        try next.stop()
        #expect(try HearthTool(["check", "--store", folder.store], in: folder).output.contains("20 samples"))
    }

    /// A killed server can copy nothing. The file says that it lacks its log, where no note lies beside it.
    @Test func aStoreThatWasMovedWithoutItsLogAfterAKillIsRefused() throws {
        let folder = try Self.folderOfServedStore { server in
            server.process.signal(SIGKILL)
            _ = server.process.wait()
            try Self.moveBehindLink(server.folder)
        }
        #expect(try ServerProcess.refusal(in: folder).contains("Put the -wal file that lay next to it here"))
        let check = try HearthTool(["check", "--store", folder.store], in: folder)
        #expect(check.exit == .code(1))

        let manager = FileManager.default
        try manager.moveItem(atPath: folder.store + "-wal", toPath: folder.file("aside-wal"))
        let server = try ServerProcess(in: folder)
        #expect(try server.connect().status().store.samples == 20)
        try server.stop()
    }

    /// A store with 20 samples, each acknowledged by itself, and what is done to it and its server then.
    private static func folderOfServedStore(_ body: (ServerProcess) throws -> Void) throws -> ServerFolder {
        let server = try ServerProcess(in: ServerFolder())
        let client = try server.connect()
        for number in 1...20 as ClosedRange<UInt64> {
            try client.save(NumberedSamples.columns([ObjectID(high: 1, low: number)]))
        }
        try body(server)
        return server.folder
    }

    private static func moveBehindLink(_ folder: ServerFolder) throws {
        try FileManager.default.moveItem(atPath: folder.store, toPath: folder.file("aside"))
        try FileManager.default.createSymbolicLink(atPath: folder.store, withDestinationPath: folder.file("aside"))
    }

    /// Its owner hears of it before an app saves something.
    @Test func anIdleServerNoticesThatItsStoreWasDeleted() throws {
        let server = try ServerProcess(in: ServerFolder())
        let client = try server.connect()
        try client.save(NumberedSamples.columns([ObjectID(high: 1, low: 1)]))
        try FileManager.default.removeItem(atPath: server.folder.store)
        let start = ContinuousClock.now
        while try client.status().store.fault.isEmpty {
            guard start.duration(to: .now) < .seconds(60) else { throw Unexpected("the server does not notice") }
        }
        #expect(server.log.contains("writes are refused"))
        try server.stop()
    }

    @Test(arguments: [":memory:", "file:store?mode=memory", "fifo"])
    func aServerWithoutAFileForItsStoreDoesNotStart(_ name: String) throws {
        let folder = try ServerFolder()
        #expect(mkfifo(folder.file("fifo"), 0o600) == 0)
        let store = name == "fifo" ? folder.file(name) : name
        let refusal = try ServerProcess.refusal(in: folder, .init(arguments: ["--store", store]))
        #expect(refusal.contains(name == "fifo" ? "a FIFO" : "--store takes the path of a file"))
        #expect(FileStatus(of: folder.socket) == nil)
    }

    /// Another server has replaced the socket meanwhile, which the first must leave alone.
    @Test func aServerThatStopsLeavesTheSocketOfAnotherAlone() throws {
        let server = try ServerProcess(in: ServerFolder())
        let folder = server.folder
        #expect(unlink(folder.socket) == 0)
        let other = try ServerProcess(in: folder, .init(arguments: ["--store", folder.file("data/other.hearth")]))
        try server.stop()
        _ = try other.connect().status()
        try other.stop()
        #expect(FileStatus(of: folder.socket) == nil)
    }
}
