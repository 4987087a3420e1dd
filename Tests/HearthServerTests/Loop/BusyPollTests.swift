import HearthServer
import Testing

/// When the loop looks for what is likely to come, and when it sleeps. Times are in nanoseconds.
@Suite struct BusyPollTests {
    private static let microsecond: Int64 = 1_000
    private static let millisecond: Int64 = 1_000_000
    private static let start: Int64 = 5_000_000_000

    /// How long the loop would poll now.
    private func pollNanoseconds(_ busyPoll: inout BusyPoll, at now: Int64, _ others: WriterLoad = .nothing) -> Int64 {
        busyPoll.begin(at: now, others: others)
    }

    /// One who looks for a request for 50 us.
    private var alert: BusyPoll {
        var busyPoll = BusyPoll()
        busyPoll.noteSleep(from: 0, to: 60 * Self.microsecond)
        return busyPoll
    }

    @Test func nothingIsExpectedAtFirst() {
        var busyPoll = BusyPoll()
        #expect(pollNanoseconds(&busyPoll, at: Self.start) == 0)
        #expect(pollNanoseconds(&busyPoll, at: Self.start, .smallWrites) == 0)
    }

    @Test func requestsThatFollowOneAnotherAreLookedFor() {
        var busyPoll = alert
        #expect(pollNanoseconds(&busyPoll, at: Self.start) == 50 * Self.microsecond)
        busyPoll.noteSleep(from: Self.start, to: Self.start + 150 * Self.microsecond)
        #expect(pollNanoseconds(&busyPoll, at: Self.start + Self.millisecond) == 0)
    }

    /// It counts from when the writer got something, whatever comes in between.
    @Test func quickReportsAreLookedFor() {
        var busyPoll = BusyPoll()
        _ = busyPoll.begin(at: Self.start, others: .smallWrites)
        busyPoll.noteReport(at: Self.start + 200 * Self.microsecond)
        let next = Self.start + Self.millisecond
        #expect(pollNanoseconds(&busyPoll, at: next, .smallWrites) == 250 * Self.microsecond)
        #expect(pollNanoseconds(&busyPoll, at: next + 100 * Self.microsecond, .smallWrites) == 150 * Self.microsecond)
        #expect(pollNanoseconds(&busyPoll, at: next + Self.millisecond, .smallWrites) == 0)
        busyPoll.noteReport(at: next + 2 * Self.millisecond)
        #expect(pollNanoseconds(&busyPoll, at: next + 3 * Self.millisecond, .smallWrites) == 0, "the last came late")
    }

    /// A client sends the write and the writer commits it: both need a processor.
    @Test func besideLargeWritesTheLoopSleeps() {
        var busyPoll = alert
        #expect(pollNanoseconds(&busyPoll, at: Self.start, .largeWrites) == 0)
        #expect(pollNanoseconds(&busyPoll, at: Self.start + 10 * Self.millisecond) == 0, "the next one is on its way")
        #expect(pollNanoseconds(&busyPoll, at: Self.start + 10 * Self.millisecond + 1) > 0)
    }

    @Test func whoHasTheProcessorForAMomentIsNotInTheWay() {
        var busyPoll = alert
        let goesOn = busyPoll.noteYield(from: Self.start, to: Self.start + 399 * Self.microsecond)
        #expect(goesOn)
        #expect(pollNanoseconds(&busyPoll, at: Self.start + Self.millisecond) > 0)
    }

    /// The pause is 10 ms at first. It grows fourfold, up to a second, when a thread computes again right after it.
    @Test func besideOneWhoWorksTheLoopSleeps() {
        var busyPoll = alert
        var now = Self.start
        for expected in [10, 40, 160, 640, 1_000, 1_000].map({ $0 * Self.millisecond }) {
            let goesOn = busyPoll.noteYield(from: now - Self.millisecond, to: now)
            #expect(!goesOn)
            #expect(pollNanoseconds(&busyPoll, at: now + expected) == 0)
            now += expected + 1
            #expect(pollNanoseconds(&busyPoll, at: now) > 0)
            now += Self.millisecond
        }
        // For a second nobody has worked.
        now += 1_100 * Self.millisecond
        let goesOn = busyPoll.noteYield(from: now - Self.millisecond, to: now)
        #expect(!goesOn)
        #expect(pollNanoseconds(&busyPoll, at: now + 10 * Self.millisecond + 1) > 0)
    }

    @Test func whatIsTurnedOffNeverPolls() {
        var busyPoll = alert
        busyPoll.isEnabled = false
        #expect(pollNanoseconds(&busyPoll, at: Self.start) == 0)
    }
}
