/// What the benchmark of the store found, for people or for programs.
struct StoreReport {
    let rounds: Rounds
    let sections: [Section]

    /// What was measured with one number of samples.
    struct Section {
        let samples: Int
        /// The samples that SQLite had.
        let rowSamples: Int
        let rows: [Row]
    }

    /// One piece of work. Of all figures the lower is the better one.
    struct Row {
        let name: String
        let metric: Metric
        let hearth: Measurement
        let sqlite: Measurement

        /// `measurements` are Hearth's and SQLite's.
        init(_ name: String, _ metric: Metric, _ measurements: [Measurement]) {
            self.name = name
            self.metric = metric
            hearth = measurements[0]
            sqlite = measurements[1]
        }

        /// How many times better Hearth is.
        var factor: Double { sqlite.median / hearth.median }
    }

    /// What figures are and how they are printed.
    enum Metric: String {
        /// Nanoseconds a sample, printed as samples a second.
        case samples = "samples_per_second"
        /// Nanoseconds.
        case time = "nanoseconds"
        /// Bytes a sample.
        case bytes = "bytes_per_sample"
    }

    func print(json: Bool) {
        Swift.print(json ? asJSON : sections.map { text($0) }.joined(separator: "\n\n"))
    }
}

// MARK: - For people

extension StoreReport {
    private func text(_ section: Section) -> String {
        let same = section.samples == section.rowSamples
        let head = [
            "store, \(section.samples.grouped) samples; rounds: \(rounds.count), in turns; median (slowest - fastest)",
            line("work", "Hearth", "SQLite, a row a sample", "factor"),
        ]
        let rows = section.rows.map { row in
            line(row.name, row.metric.text(row.hearth), row.metric.text(row.sqlite), "\(row.factor.decimal)x")
        }
        let note = same ? [] : ["SQLite had \(section.rowSamples.grouped) samples only; it gets all with --full."]
        return (head + rows + note).joined(separator: "\n")
    }

    private func line(_ name: String, _ hearth: String, _ sqlite: String, _ factor: String) -> String {
        name.padded(40) + hearth.padded(40) + sqlite.padded(42) + factor
    }
}

extension StoreReport.Metric {
    fileprivate func text(_ measurement: Measurement) -> String {
        let median = text(measurement.median)
        guard measurement.rounds.count > 1 else { return median }
        return "\(median) (\(text(measurement.slowest)) - \(text(measurement.fastest)))"
    }

    private func text(_ figure: Double) -> String {
        switch self {
        case .samples:
            let rate = 1e9 / figure
            return rate < 1e6 ? "\((rate / 1e3).decimal) k/s" : "\((rate / 1e6).decimal) M/s"
        case .time:
            switch figure {
            case ..<1e6: return "\((figure / 1e3).decimal) us"
            case ..<1e9: return "\((figure / 1e6).decimal) ms"
            default: return "\((figure / 1e9).decimal) s"
            }
        case .bytes:
            return "\(figure.decimal) B"
        }
    }
}

extension String {
    fileprivate func padded(_ width: Int) -> String {
        self + String(repeating: " ", count: max(1, width - count))
    }
}

extension Double {
    /// With three digits at least, and two decimals at most.
    fileprivate var decimal: String {
        let places = self < 10 ? 2 : self < 100 ? 1 : 0
        let scale = [1, 10, 100][places]
        let scaled = Int((self * Double(scale)).rounded())
        guard places > 0 else { return "\(scaled)" }
        let fraction = "\(scaled % scale)"
        return "\(scaled / scale)." + String(repeating: "0", count: places - fraction.count) + fraction
    }
}

extension Int {
    /// With a comma before each three digits.
    fileprivate var grouped: String {
        let digits = Array("\(self)")
        let groups = stride(from: digits.count, to: 0, by: -3).map { String(digits[Swift.max(0, $0 - 3)..<$0]) }
        return groups.reversed().joined(separator: ",")
    }
}

// MARK: - For programs

extension StoreReport {
    private var asJSON: String {
        let objects = sections.flatMap { section in section.rows.map { json($0, of: section) } }
        return """
            {
              "benchmark": "store",
              "rounds": \(rounds.count),
              "results": [
            \(objects.joined(separator: ",\n"))
              ]
            }
            """
    }

    private func json(_ row: Row, of section: Section) -> String {
        """
            {"samples": \(section.samples), "sqlite_samples": \(section.rowSamples), "work": "\(row.name)", \
        "unit": "\(row.metric.rawValue)", "hearth": \(row.metric.json(row.hearth)), \
        "sqlite": \(row.metric.json(row.sqlite)), "factor": \(row.factor)}
        """
    }
}

extension StoreReport.Metric {
    fileprivate func json(_ measurement: Measurement) -> String {
        let number = { (figure: Double) in self == .samples ? 1e9 / figure : figure }
        return """
            {"median": \(number(measurement.median)), "best": \(number(measurement.fastest)), \
            "worst": \(number(measurement.slowest))}
            """
    }
}
