/// A token bucket: allows some steps at once after a quiet time, and then one step per interval.
struct TokenBucket {
    private let stepNanoseconds: Int64
    /// The time in which all steps that may be made at once become available, except for the last.
    private let startNanoseconds: Int64
    /// When the next step may be made.
    private(set) var readyAt = Int64.min / 2

    /// `atOnce`: the steps that are available after a quiet time.
    init(stepNanoseconds: Int64, atOnce: Int) {
        self.stepNanoseconds = stepNanoseconds
        startNanoseconds = stepNanoseconds * Int64(max(atOnce, 1) - 1)
    }

    func allowsStep(at now: Int64) -> Bool { readyAt <= now }

    /// Takes a step. One before its time delays the next, by at most the time in which the bucket fills.
    mutating func step(at now: Int64) {
        readyAt = min(max(readyAt, now - startNanoseconds), now + startNanoseconds) + stepNanoseconds
    }
}
