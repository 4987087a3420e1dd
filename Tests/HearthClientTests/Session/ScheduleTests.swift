import HearthTestSupport
import Testing

/// Sessions under seeded schedules: pieces of frames, lost connections, crashes, servers that stop, streams given up.
@Suite struct ScheduleTests {
    @Test func everySchedulesPromisesHold() throws {
        let first = SeededGenerator.firstSeed(default: 1)
        var all = SessionWorld.Occurrences()
        var interrupted = 0
        for seed in first..<first + 12 {
            do {
                let (world, app) = try run(seed)
                all.losses += world.occurrences.losses
                all.crashes += world.occurrences.crashes
                all.refusals += world.occurrences.refusals
                all.stops += world.occurrences.stops
                interrupted += app.interrupted
            } catch {
                Issue.record("HEARTH_TEST_SEED=\(seed): \(error)")
            }
        }
        #expect(all.losses > 0 && all.crashes > 0 && all.refusals > 0 && all.stops > 0 && interrupted > 0)
    }

    private func run(_ seed: UInt64) throws -> (SessionWorld, SessionApp) {
        let world = try SessionWorld(seed: seed)
        try world.open()
        let app = SessionApp(world)
        for _ in 0..<2_000 {
            try world.restartIfStopped()
            if Int.random(in: 0..<8, using: &world.random) == 0 {
                try app.begin()
            }
            try world.step(isCalm: false)
            try app.take(isCalm: false)
        }
        for _ in 0..<20_000 {
            if app.isDone, app.followersAreUpToDate {
                return (world, app)
            }
            try world.restartIfStopped()
            try world.step(isCalm: true)
            try app.take(isCalm: true)
        }
        throw Unexpected(app.isDone ? "a follower does not catch up" : "a call does not end")
    }
}
