/// A part of the path of a request, executed step by step under a program that counts instructions.
///
/// It does the same in each run: one thread, no I/O, no clock, and nothing random except the name of the store, which
/// has no effect.
protocol HotPath: AnyObject {
    /// Does the work once. Its input was prepared before.
    func step() throws
    /// Throws unless the last step has done its work: any other count would be meaningless.
    func check() throws
}

/// Only the steps: the counting program counts the instructions in this function, which it finds by name, and leaves
/// out the start of the program and the preparations.
@inline(never)
func countedSteps(of path: any HotPath, _ times: Int) throws {
    for _ in 0..<times {
        try path.step()
    }
}

/// The hot paths, by their names.
struct WorkBenchmark {
    struct Work: Sendable {
        let name: String
        /// The default number of steps: enough that the count includes a step's share of rare work, and few enough for
        /// an emulator that is fifty times slower than the machine.
        let times: Int
        /// Prepares a number of steps.
        let prepare: @Sendable (_ steps: Int) throws -> any HotPath
    }

    static let works = [
        Work(name: "stage-one", times: 200) { try StagePath(steps: $0, samples: 1) },
        Work(name: "stage-columns", times: 16) { try StagePath(steps: $0, samples: 4_096) },
        Work(name: "save-one", times: 64) { try SavePath(steps: $0, savers: 1, samples: 1) },
        Work(name: "save-group", times: 16) { try SavePath(steps: $0, savers: 64, samples: 1) },
        Work(name: "save-columns", times: 8) { try SavePath(steps: $0, savers: 1, samples: 4_096) },
        Work(name: "query-step", times: 8) { try ReadPath(steps: $0, .query) },
        Work(name: "query-where", times: 8) { try ReadPath(steps: $0, .queryWhere) },
        Work(name: "query-day", times: 8) { try DayPath(steps: $0) },
        Work(name: "query-overlap", times: 8) { try ReadPath(steps: $0, .queryOverlapping) },
        // The second minus the first is what a decision about an app costs; the third judges samples, too.
        Work(name: "call-open", times: 64) { try DecisionPath(steps: $0, .nothing) },
        Work(name: "call-decided", times: 64) { try DecisionPath(steps: $0, .otherTypes) },
        Work(name: "call-limited", times: 64) { try DecisionPath(steps: $0, .limit) },
        Work(name: "changes-step", times: 8) { try ReadPath(steps: $0, .changes) },
        Work(name: "fan-out", times: 4) { try FanOutPath(steps: $0, followers: 1_000) },
    ]

    /// Steps before the counted ones: afterwards, buffers have their size, and one-time work is done.
    private static let warmUp = 4

    let works: [Work]
    /// Nil for the default of each path.
    let times: Int?

    func run() throws {
        for work in works {
            let times = times ?? work.times
            let path = try work.prepare(WorkBenchmark.warmUp + times)
            for _ in 0..<WorkBenchmark.warmUp {
                try path.step()
            }
            try countedSteps(of: path, times)
            try path.check()
            print("\(work.name)\t\(times)")
        }
    }
}
