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
