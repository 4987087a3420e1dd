/// The latencies of calls of one kind, in rounds. The figures of a round are percentiles, never averages.
struct Latencies {
    private var rounds: [[Double]] = []

    enum Percentile: Int {
        case p50 = 50
        case p95 = 95
        case p99 = 99

        var name: String { "p\(rawValue)" }
    }

    /// A round's nanoseconds, in any order.
    mutating func add(_ nanoseconds: [Double]) {
        rounds.append(nanoseconds.sorted())
    }

    /// A percentile of each round.
    func measurement(_ percentile: Percentile) -> Measurement {
        let figures = rounds.filter { !$0.isEmpty }.map { $0[($0.count - 1) * percentile.rawValue / 100] }
        return Measurement(rounds: figures.sorted())
    }
}
