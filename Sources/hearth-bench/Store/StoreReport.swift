/// The results of the benchmark of the store, for people or for programs.
struct StoreReport {
    let rounds: Rounds
    let sections: [Section]

    /// The measurements with one number of samples.
    struct Section {
        let samples: Int
        /// The samples that SQLite had.
        let rowSamples: Int
        let rows: [Row]
    }

    /// One piece of work. Lower figures are better.
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
