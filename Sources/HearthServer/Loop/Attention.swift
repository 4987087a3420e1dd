/// How long the loop looks for what is likely to come soon before it sleeps. A value without I/O: times are given to it, in
/// nanoseconds.
///
/// To be woken takes 5 us, and up to 50 on a virtual machine, which is longer than most requests take, and a good part of
/// what a fast disk does. While it looks, it lets others have the processor who want it. When these work instead of sending
/// something, it sleeps at once: Linux takes what is left of its turn from a thread that lets others go first, and more. A
/// loop that looked again and again beside somebody who works would have the processor less often than one that sleeps, and
/// later.
package struct Attention {
    private static let wakingNanoseconds: Int64 = 50_000
    /// So long it looks for a request, after a sleep that a request has ended soon.
    private static let requestNanoseconds: Int64 = 50_000
    /// So long after the writer has got something it looks for the report, after one that came soon.
    private static let reportNanoseconds: Int64 = 250_000
    /// Whoever has the processor for so long is one who works. The writer, with a small group, is not.
    private static let workNanoseconds: Int64 = 400_000
    /// So long it sleeps at once after that, and after a large write; longer each time when somebody works again then.
    private static let crowdedNanoseconds: ClosedRange<Int64> = 10_000_000...1_000_000_000

    private var expectsRequest = false
    private var expectsReport = false
    /// Since when the writer has something of which it has not reported.
    private var writerSince: Int64?
    /// Others want the processor until then, as far as is known.
    private var crowdedUntil: Int64 = 0
    private var crowdedFor = Attention.crowdedNanoseconds.lowerBound

    package init() {}

    /// The loop is about to wait: how long it is to look before it sleeps. `others`: what they have to do meanwhile.
    package mutating func begin(at now: Int64, others: WriterLoad) -> Int64 {
        writerSince = others == .smallWrites ? writerSince ?? now : nil
        if others == .largeWrites {
            crowdedUntil = max(crowdedUntil, now + Attention.crowdedNanoseconds.lowerBound)
        }
        guard now > crowdedUntil else { return 0 }
        let forRequest = expectsRequest ? Attention.requestNanoseconds : 0
        let forReport = expectsReport ? (writerSince ?? now) + Attention.reportNanoseconds - now : 0
        return max(forRequest, forReport, 0)
    }

    /// A request, or something else that is not the writer's report, has ended a sleep.
    package mutating func noteSleep(from begin: Int64, to end: Int64) {
        expectsRequest = end - begin < Attention.requestNanoseconds + Attention.wakingNanoseconds
    }

    /// Another thread has woken the loop, most likely the writer with a report.
    package mutating func noteReport(at now: Int64) {
        guard let since = writerSince else { return }
        expectsReport = now - since < Attention.reportNanoseconds + Attention.wakingNanoseconds
        writerSince = nil
    }

    /// The loop has let others go first, between two looks. Whether it is to go on looking.
    package mutating func noteOthers(from begin: Int64, to end: Int64) -> Bool {
        guard end - begin >= Attention.workNanoseconds else { return true }
        let isNoDifferent = end - crowdedUntil < crowdedFor
        let bounds = Attention.crowdedNanoseconds
        crowdedFor = isNoDifferent ? min(4 * crowdedFor, bounds.upperBound) : bounds.lowerBound
        crowdedUntil = end + crowdedFor
        return false
    }
}
