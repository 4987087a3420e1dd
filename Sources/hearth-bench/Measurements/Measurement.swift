/// The time that one run of a piece of work takes, from several rounds.
struct Measurement {
    /// Nanoseconds a run, of each round, in ascending order.
    let rounds: [Double]

    var median: Double { rounds[rounds.count / 2] }
    var fastest: Double { rounds[0] }
    var slowest: Double { rounds[rounds.count - 1] }
}

/// How often and how long pieces of work are measured.
struct Rounds {
    let count: Int
    let nanoseconds: Double

    static let thorough = Rounds(count: 7, nanoseconds: 200_000_000)
    /// The work of the store takes long.
    static let store = Rounds(count: 5, nanoseconds: 200_000_000)
    static let quick = Rounds(count: 1, nanoseconds: 2_000_000)

    /// Measures pieces of work. They take turns, so that a disturbance of the machine affects all of them.
    func measure(_ works: [() throws -> Void]) throws -> [Measurement] {
        let runs = try works.map { try runsInRound($0) }
        var times = [[Double]](repeating: [], count: works.count)
        for _ in 0..<count {
            for (index, work) in works.enumerated() {
                times[index].append(try nanosecondsPerRun(work, runs: runs[index]))
            }
        }
        return times.map { Measurement(rounds: $0.sorted()) }
    }

    /// As many runs as fill a round, found by doubling; which also warms the caches.
    private func runsInRound(_ work: () throws -> Void) throws -> Int {
        var runs = 1
        while true {
            let elapsed = try nanosecondsPerRun(work, runs: runs) * Double(runs)
            guard elapsed < nanoseconds / 4 else {
                return max(1, Int(Double(runs) * nanoseconds / elapsed))
            }
            runs *= 2
        }
    }

    private func nanosecondsPerRun(_ work: () throws -> Void, runs: Int) throws -> Double {
        try Stopwatch.nanoseconds {
            for _ in 0..<runs {
                try work()
            }
        } / Double(runs)
    }
}

enum Stopwatch {
    static var now: ContinuousClock.Instant { ContinuousClock.now }

    /// How long the work takes.
    static func nanoseconds(_ work: () throws -> Void) rethrows -> Double {
        let start = now
        try work()
        return nanoseconds(since: start)
    }

    /// The time from a moment to another, or to the present one.
    static func nanoseconds(
        since start: ContinuousClock.Instant,
        until end: ContinuousClock.Instant = Stopwatch.now
    ) -> Double {
        let elapsed = start.duration(to: end).components
        return Double(elapsed.seconds) * 1e9 + Double(elapsed.attoseconds) / 1e9
    }
}
