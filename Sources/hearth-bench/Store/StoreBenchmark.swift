import HearthModel

/// Loads Hearth's store and SQLite with a row a sample, one write each in turns, and queries both.
///
/// The files are on a disk and in the page cache: it measures the work of the stores and the disk's `fsync`. Samples
/// are saved as they leave the decoder, and read as columns.
struct StoreBenchmark {
    let rounds: Rounds
    /// Samples in a write of the load.
    let write: Int
    /// Where the files are. Nil for the folder of temporary files.
    let directory: String?
    /// The most samples that SQLite gets.
    let rowLimit: Int

    /// How many writes of the load are reported, up to its full size.
    private static let reportedWrites = 16
    /// Single saves in a round.
    private static let singles = 100
    static let day: Int64 = 86_400_000_000_000

    func run(samples: Int) throws -> StoreReport.Section {
        let folder = try TemporaryFolder(in: directory)
        do {
            let section = try run(samples, in: folder)
            try folder.remove()
            return section
        } catch {
            try? folder.remove()
            throw error
        }
    }

    private func run(_ samples: Int, in folder: TemporaryFolder) throws -> StoreReport.Section {
        let rows = min(samples, rowLimit)
        let pairs = try DataSetIdentifiers.Kind.allCases.map { kind in
            StorePair(
                hearth: try StoreLane(.hearth, kind, samples: samples, in: folder),
                rows: try StoreLane(.sqlite, kind, samples: rows, in: folder)
            )
        }
        // With the UUIDs that clients make; most things are measured with these only.
        let ordered = pairs[0]
        try load(pairs)
        var report = pairs.map { pair in
            pair.row("save, \(write) a commit, \(pair.name)", .samples) {
                Measurement(rounds: $0.writes.suffix(StoreBenchmark.reportedWrites).sorted())
            }
        }
        report += [
            ordered.row("save, the whole load and until idle", .samples) {
                Measurement(rounds: [($0.loading + $0.settling) / Double($0.target)])
            },
            ordered.row("until idle after the load", .time) { Measurement(rounds: [$0.settling]) },
        ]
        report += try saveSingles(ordered)
        try pairs.forEach { try $0.settle() }
        try check(ordered)
        report += try scans(ordered)
        report += try queries(ordered)
        report += try statistics(ordered)
        report += try changes(ordered)
        report += try pairs.map { try lookUp($0) }
        try pairs.forEach { try $0.close() }
        report += try pairs.map { pair in
            try pair.row("on disk, \(pair.name)", .bytes) { Measurement(rounds: [try $0.bytesPerSample()]) }
        }
        report.append(try open(ordered))
        report += try overlaps(of: samples, rows, in: folder)
        return StoreReport.Section(samples: samples, rowSamples: rows, rows: report)
    }
}

// MARK: - Saving

extension StoreBenchmark {
    /// Loads all stores, one write each in turns. One that gets fewer samples begins later, so that the last writes,
    /// which are reported, are made in turns too.
    private func load(_ pairs: [StorePair]) throws {
        let lanes = pairs.flatMap { $0.lanes }
        var left = lanes.map { ($0.target + write - 1) / write }.max() ?? 0
        while left > 0 {
            for lane in lanes where left <= (lane.target + write - 1) / write {
                try lane.load(write)
            }
            left -= 1
        }
        try lanes.forEach { try $0.settle() }
    }

    private func saveSingles(_ pair: StorePair) throws -> [StoreReport.Row] {
        var medians = pair.lanes.map { _ in [Double]() }
        var tails = medians
        for _ in 0..<rounds.count {
            var times = pair.lanes.map { _ in [Double]() }
            for _ in 0..<StoreBenchmark.singles {
                for (index, lane) in pair.lanes.enumerated() {
                    times[index].append(try lane.saveOne())
                }
            }
            for index in times.indices {
                let sorted = times[index].sorted()
                medians[index].append(sorted[sorted.count / 2])
                tails[index].append(sorted[sorted.count * 95 / 100])
            }
        }
        return [("p50", medians), ("p95", tails)].map { name, times in
            StoreReport.Row("save of 1 sample, \(name)", .time, times.map { Measurement(rounds: $0.sorted()) })
        }
    }

    /// Stores that hold as many samples hold the same, in the same order and to the last bit.
    private func check(_ pair: StorePair) throws {
        guard pair.hearth.samples == pair.rows.samples else { return }
        for set in DataSet.allCases {
            guard try pair.hearth.digest(of: set) == pair.rows.digest(of: set) else {
                throw BenchmarkError(
                    "Hearth and SQLite hold different samples of \(set.name); this is a fault in one"
                )
            }
        }
    }
}

// MARK: - Reading

extension StoreBenchmark {
    private func scans(_ pair: StorePair) throws -> [StoreReport.Row] {
        try DataSet.allCases.map { set in
            try measure(pair, "all of \(set.name), by start", .samples, samples: { $0.counts[set.rawValue] }) { lane in
                try lane.read(.all(set), expecting: lane.counts[set.rawValue])
            }
        }
    }

    private func queries(_ pair: StorePair) throws -> [StoreReport.Row] {
        [
            try measure(pair, "the newest 100 heart rates", .time) { lane in
                try lane.read(.newest(.heartRate, limit: 100), expecting: 100)
            },
            try measure(pair, "the first batch of a day in the middle", .time) { lane in
                try lane.readFirstBatch(.firstBatch(.heartRate, middleDay(lane).range))
            },
            try measure(pair, "all of a day in the middle", .time) { lane in
                let day = middleDay(lane)
                try lane.read(.range(.heartRate, day.range), expecting: day.count)
            },
        ]
    }

    /// A day of heart rates in the middle of the stored samples, or the part of it that is stored. It begins between
    /// two heart rates.
    func middleDay(_ lane: StoreLane) -> (range: Range<Timestamp>, count: Int) {
        let count = lane.counts[DataSet.heartRate.rawValue]
        let first = Int64(count / 2)
        let start = DataSet.beginning.nanoseconds + first * DataSet.heartRateInterval
        let range = Timestamp(nanoseconds: start)..<Timestamp(nanoseconds: start + StoreBenchmark.day)
        return (range, min(count - count / 2, Int(StoreBenchmark.day / DataSet.heartRateInterval)))
    }

    /// Hearth shares steps out that cross midnight; the rows of SQLite count where they begin.
    private func statistics(_ pair: StorePair) throws -> [StoreReport.Row] {
        try [DataSet.heartRate, .steps].flatMap { set in
            [
                try measure(pair, "statistics of all \(set.name)", .samples, samples: { $0.counts[set.rawValue] }) {
                    lane in
                    try lane.computeStatistics(of: set)
                },
                try measure(pair, "the same by day", .samples, samples: { $0.counts[set.rawValue] }) { lane in
                    try lane.computeStatistics(of: set, edges: StoreBenchmark.days)
                },
                try measure(pair, "the same by month", .samples, samples: { $0.counts[set.rawValue] }) { lane in
                    try lane.computeStatistics(of: set, edges: StoreBenchmark.months)
                },
            ]
        }
    }

    /// The first midnight of the data sets, and those after it for a hundred years.
    static let days = (0...36_500).map { number in
        Timestamp(nanoseconds: DataSet.beginning.nanoseconds + Int64(number) * day)
    }

    /// Each of thirty days.
    private static let months = stride(from: 0, to: days.count, by: 30).map { days[$0] }

    private func changes(_ pair: StorePair) throws -> [StoreReport.Row] {
        [
            try measure(pair, "changes of the last 100 samples", .time) { lane in
                try lane.read(.changes(last: 100), expecting: 100)
            },
            try measure(pair, "changes from the beginning", .samples, samples: { $0.samples }) { lane in
                try lane.read(.changesFromBeginning, expecting: lane.samples)
            },
        ]
    }

    private func lookUp(_ pair: StorePair) throws -> StoreReport.Row {
        var random = DataSetRandom(seed: 0x10C)
        return try measure(pair, "look-up of a UUID, \(pair.name)", .time) { lane in
            let pick = lane.picks[Int(random.next(in: 0...Int64(lane.picks.count - 1)))]
            try lane.read(.sample(pick.set, pick.id), expecting: 1)
        }
    }

    /// Opening alone: closing again is not measured.
    private func open(_ pair: StorePair) throws -> StoreReport.Row {
        var times = pair.lanes.map { _ in [Double]() }
        for _ in 0..<rounds.count {
            for (index, lane) in pair.lanes.enumerated() {
                times[index].append(try Stopwatch.nanoseconds { try lane.open() })
                try lane.close()
            }
        }
        return StoreReport.Row("opening", .time, times.map { Measurement(rounds: $0.sorted()) })
    }

    /// Measures work on both stores; `samples` are those that one run yields.
    func measure(
        _ pair: StorePair,
        _ name: String,
        _ metric: Metric,
        samples: (StoreLane) -> Int = { _ in 1 },
        _ work: @escaping (StoreLane) throws -> Void
    ) throws -> StoreReport.Row {
        let measurements = try rounds.measure(pair.lanes.map { lane in { try work(lane) } })
        return StoreReport.Row(
            name,
            metric,
            zip(measurements, pair.lanes).map { measurement, lane in
                Measurement(rounds: measurement.rounds.map { $0 / Double(samples(lane)) })
            }
        )
    }
}
