import HearthModel

/// What apps cost that measure at the same time. Each set has as many samples as in the other measurements, where one app
/// has them, so that the figures can be compared.
extension StoreBenchmark {
    func overlaps(of samples: Int, _ rows: Int, in folder: TemporaryFolder) throws -> [StoreReport.Row] {
        try [10, 100].flatMap { apps in
            try overlap(StoreLane.Overlap(set: .heartRate, apps: apps), samples, rows, in: folder) { pair, name in
                try heartRates(pair, name)
            }
        }
            + overlap(StoreLane.Overlap(set: .steps, apps: 2), samples, rows, in: folder) { pair, name in
                try steps(pair, name)
            }
    }

    private func overlap(
        _ overlap: StoreLane.Overlap,
        _ samples: Int,
        _ rows: Int,
        in folder: TemporaryFolder,
        _ measure: (StorePair, String) throws -> [StoreReport.Row]
    ) throws -> [StoreReport.Row] {
        let share = DataSet.allCases.count
        let pair = StorePair(
            hearth: try StoreLane(.hearth, overlap, samples: samples / share, in: folder),
            rows: try StoreLane(.sqlite, overlap, samples: rows / share, in: folder)
        )
        try pair.lanes.forEach { try load($0, overlap.apps) }
        var report = try measure(pair, overlap.name)
        try pair.close()
        report.append(
            try pair.row("on disk, \(overlap.name)", .bytes) { Measurement(rounds: [try $0.bytesPerSample()]) }
        )
        return report
    }

    private func load(_ lane: StoreLane, _ apps: Int) throws {
        while lane.samples < lane.target {
            try lane.load(min(write, max(lane.target / apps, 1)))
        }
        try lane.settle()
    }

    private func heartRates(_ pair: StorePair, _ name: String) throws -> [StoreReport.Row] {
        [
            try measure(pair, "all of \(name), by start", .samples, samples: { $0.samples }) { lane in
                try lane.read(.all(.heartRate), expecting: lane.samples)
            },
            try measure(pair, "all of a day in the middle of these", .time) { lane in
                let day = middleDay(lane)
                try lane.read(.range(.heartRate, day.range), expecting: day.count)
            },
            try measure(pair, "averages of these by day", .samples, samples: { $0.samples }) { lane in
                try lane.computeStatistics(of: .heartRate, edges: StoreBenchmark.days)
            },
        ]
    }

    /// Hearth merges the apps' steps by their ranks; SQLite adds all of them.
    private func steps(_ pair: StorePair, _ name: String) throws -> [StoreReport.Row] {
        [
            try measure(pair, "sums of \(name) by day", .samples, samples: { $0.samples }) { lane in
                try lane.computeStatistics(of: .steps, edges: StoreBenchmark.days)
            }
        ]
    }
}
