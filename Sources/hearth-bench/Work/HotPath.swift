/// A piece of the way of a request, to be taken step after step by a program that counts instructions.
///
/// What it does is the same in each run: one thread, no I/O, no clock, and nothing random but the name of the store, on
/// which nothing hangs.
protocol HotPath: AnyObject {
    /// Does the work once. What a step needs was made before.
    func step() throws
    /// Throws unless the last step has done what it should: the count of something else would say nothing.
    func check() throws
}

/// The steps, and nothing but the steps: whoever counts instructions counts those in this function, which it finds by
/// its name, and leaves out the start of the program and all that is made ready.
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
        /// How many steps are taken unless the command line says so: enough that a step's share of what happens now and
        /// then is in the count, and few enough for an emulator that is fifty times slower than the machine.
        let times: Int
        /// Makes everything ready for so many steps.
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
        Work(name: "changes-step", times: 8) { try ReadPath(steps: $0, .changes) },
        Work(name: "fan-out", times: 4) { try FanOutPath(steps: $0, followers: 1_000) },
    ]

    /// Steps before those that are counted: memory that is kept has its size then, and what is made once is made.
    private static let warmUp = 4

    let works: [Work]
    /// Nil: as many steps of each as it says itself.
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
