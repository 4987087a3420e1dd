import Foundation
import HearthTestSupport
import Testing

/// A server that is killed, or told to stop, while apps write and subscribers follow.
///
/// HEARTH_SERVER_KILLS is the number of kills, 5 unless it is set.
@Suite(.serialized) struct ServerEndTests {
    private static let kills = ProcessInfo.processInfo.environment["HEARTH_SERVER_KILLS"].flatMap { Int($0) } ?? 5

    /// So many servers are told to stop until one of them has refused something.
    private static let mostStops = 20

    @Test func whatWasAcknowledgedIsThereOnceAfterAKill() throws {
        let seed = SeededGenerator.firstSeed(default: 80)
        var random = SeededGenerator(seed: seed)
        let folder = try ServerFolder()
        let load = ServerLoad(in: folder, seed: random.next())
        var underWay = 0
        for kill in 0..<Self.kills {
            do {
                let server = try ServerProcess(in: folder)
                load.subscribe()
                try load.check()
                try load.write()
                try load.acknowledged.wait(for: Int.random(in: 1...100, using: &random))
                server.process.kill()
                #expect(server.process.exit == .signal(SIGKILL))
                try load.finish()
                underWay += load.unansweredCount > 0 ? 1 : 0
            } catch {
                Issue.record("HEARTH_TEST_SEED=\(seed), kill \(kill): \(error)")
                return
            }
        }
        // Otherwise the servers were killed while they did nothing.
        #expect(underWay > Self.kills / 2, "\(underWay) of \(Self.kills) were killed within a write")
        let server = try ServerProcess(in: folder)
        load.subscribe()
        try load.check()
        try server.stop()
        try load.finish()
    }

    @Test func aServerThatIsToldToStopLosesNothing() throws {
        let seed = SeededGenerator.firstSeed(default: 81)
        let folder = try ServerFolder()
        let load = ServerLoad(in: folder, seed: seed)
        // Whether a write comes between the signal and the end of its connection is the machine's to say.
        var stops = 0
        while stops < 2 || load.refusals == 0 && stops < Self.mostStops {
            stops += 1
            let server = try ServerProcess(in: folder)
            load.subscribe()
            try load.check()
            try load.write()
            try load.acknowledged.wait(for: 40)
            server.process.signal(stops.isMultiple(of: 2) ? SIGINT : SIGTERM)
            #expect(server.process.wait() == .code(0), "\(server.log)")
            try load.finish()
            #expect(FileStatus(of: folder.socket) == nil)
            #expect(FileStatus(of: folder.store + "-wal") == nil, "what was written is in the file itself")
        }
        #expect(load.refusals > 0, "\(stops) servers have refused nothing")
        let server = try ServerProcess(in: folder)
        load.subscribe()
        try load.check()
        try server.stop()
        try load.finish()
    }
}
