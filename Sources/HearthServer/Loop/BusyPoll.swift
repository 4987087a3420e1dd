/// Adaptive busy polling: how long the loop polls for an event that is likely to come soon before it sleeps. A value without
/// I/O: its caller passes the times, in nanoseconds.
///
/// Waking up takes 5 us, and up to 50 on a virtual machine. That is longer than most requests take, and a good part of a
/// commit to a fast disk. While the loop polls, it yields the processor. When another thread then computes instead of
/// sending something, the loop sleeps at once: Linux takes the rest of its time slice from a thread that yields, and more,
/// so a loop that kept polling would get the processor later and less often than one that sleeps.
package struct BusyPoll {
    private static let wakingNanoseconds: Int64 = 50_000
    /// How long to poll for a request, after a sleep that a request ended soon.
    private static let requestNanoseconds: Int64 = 50_000
    /// How long after handing work to the writer to poll for its report, if the last report came soon.
    private static let reportNanoseconds: Int64 = 250_000
    /// A thread that holds the processor for this long computes. The writer with a small group takes less.
    private static let workNanoseconds: Int64 = 400_000
    /// How long not to poll after that, and after a large write. It grows each time a thread still computes then.
    private static let crowdedNanoseconds: ClosedRange<Int64> = 10_000_000...1_000_000_000

    /// Whether the loop polls at all.
    package var isEnabled = true
    private var expectsRequest = false
    private var expectsReport = false
    /// Since when the writer has had work whose result it has not reported.
    private var writerSince: Int64?
    /// Until when other threads are expected to need the processor.
    private var crowdedUntil: Int64 = 0
    private var crowdedFor = BusyPoll.crowdedNanoseconds.lowerBound

    package init() {}

    /// The loop is about to wait. Returns how long to poll before it sleeps. `others`: the load of the writer.
    package mutating func begin(at now: Int64, others: WriterLoad) -> Int64 {
        writerSince = others == .smallWrites ? writerSince ?? now : nil
        if others == .largeWrites {
            crowdedUntil = max(crowdedUntil, now + BusyPoll.crowdedNanoseconds.lowerBound)
        }
        guard isEnabled, now > crowdedUntil else { return 0 }
        let forRequest = expectsRequest ? BusyPoll.requestNanoseconds : 0
        let forReport = expectsReport ? (writerSince ?? now) + BusyPoll.reportNanoseconds - now : 0
        return max(forRequest, forReport, 0)
    }

    /// A request, or something else that is not the writer's report, has ended a sleep.
    package mutating func noteSleep(from begin: Int64, to end: Int64) {
        expectsRequest = end - begin < BusyPoll.requestNanoseconds + BusyPoll.wakingNanoseconds
    }

    /// Another thread has woken the loop, most likely the writer with a report.
    package mutating func noteReport(at now: Int64) {
        guard let since = writerSince else { return }
        expectsReport = now - since < BusyPoll.reportNanoseconds + BusyPoll.wakingNanoseconds
        writerSince = nil
    }

    /// The loop has yielded between two polls. Returns whether to poll on.
    package mutating func noteYield(from begin: Int64, to end: Int64) -> Bool {
        guard end - begin >= BusyPoll.workNanoseconds else { return true }
        let isNoDifferent = end - crowdedUntil < crowdedFor
        let bounds = BusyPoll.crowdedNanoseconds
        crowdedFor = isNoDifferent ? min(4 * crowdedFor, bounds.upperBound) : bounds.lowerBound
        crowdedUntil = end + crowdedFor
        return false
    }
}
