/// How fast something may go on: some steps at once after a quiet time, then one after the other.
struct Pace {
    private let stepNanoseconds: Int64
    /// What all steps take that may be made at once, but for the last.
    private let startNanoseconds: Int64
    /// When the next step may be made.
    private(set) var readyAt = Int64.min / 2

    /// `atOnce`: so many steps may be made without a wait, after as much time as they take.
    init(stepNanoseconds: Int64, atOnce: Int) {
        self.stepNanoseconds = stepNanoseconds
        startNanoseconds = stepNanoseconds * Int64(max(atOnce, 1) - 1)
    }

    func allowsStep(at now: Int64) -> Bool { readyAt <= now }

    /// One that is made before its time puts the next one off, up to as long as it takes to have all at once again.
    mutating func step(at now: Int64) {
        readyAt = min(max(readyAt, now - startNanoseconds), now + startNanoseconds) + stepNanoseconds
    }
}
