import Foundation
import HearthModel
import HearthTestSupport
import HearthWire
import Testing

/// A disk without room: writes are refused, everything else goes on, and when there is room writes do too.
@Suite(.enabled(if: SmallDisk.isAllowed, "only who may mount a file system can fill one"))
struct FullDiskTests {
    @Test func aServerOutlivesAFullDisk() throws {
        let folder = try ServerFolder()
        let disk = try SmallDisk(in: folder, bytes: 5 << 20)
        try disk.addBallast(bytes: 3 << 20)
        var server = try ServerProcess(in: folder)
        let subscriber = Subscriber([])
        subscriber.start(on: folder.socket)
        let client = try server.connect()
        var random = SeededGenerator(seed: 84)

        var stored: Set<ObjectID> = []
        var latest = ObjectID(high: 0, low: 0)
        var refused: [ObjectID] = []
        while refused.isEmpty {
            let ids = NumberedSamples.ids(2_000, &random)
            if try isSaved(ids, by: client) {
                stored.formUnion(ids)
                latest = ids[0]
            } else {
                refused = ids
            }
        }
        #expect(try !isSaved(refused, by: client))

        // Who reads does not notice.
        #expect(try subscriber.contents(with: latest) == stored)
        let reader = try server.connect("org.example.reader")
        #expect(try Set(NumberedSamples.ids(in: reader.samples(of: NumberedSamples.types))) == stored)
        let newcomer = Subscriber([])
        newcomer.start(on: folder.socket)
        #expect(try newcomer.contents(with: latest) == stored)
        #expect(try reader.status().counters.refusedWrites >= 2)

        disk.removeBallast()
        #expect(try isSaved(refused, by: client))
        stored.formUnion(refused)
        #expect(try subscriber.contents(with: refused[0]) == stored)
        #expect(try newcomer.contents(with: refused[0]) == stored)

        server.process.kill()
        #expect(server.log.components(separatedBy: "writes are refused").count == 2, "once, however many there were")
        #expect(server.log.contains("the store accepts writes again"))
        try subscriber.finish()
        try newcomer.finish()
        server = try ServerProcess(in: folder)
        let after = try server.connect().samples(of: NumberedSamples.types)
        #expect(try Set(NumberedSamples.ids(in: after)) == stored)
        try server.stop()
        #expect(try HearthTool(["check", "--store", folder.store], in: folder).exit == .code(0))
        _ = disk
    }

    /// Saves samples; false when there was no room.
    private func isSaved(_ ids: [ObjectID], by client: SocketClient) throws -> Bool {
        do {
            let committed = try client.save(NumberedSamples.columns(ids))
            guard committed.added == UInt64(ids.count) else { throw Unexpected("a save was not done whole") }
            return true
        } catch let error as HearthError where error.code == .storageFull {
            return false
        }
    }
}
