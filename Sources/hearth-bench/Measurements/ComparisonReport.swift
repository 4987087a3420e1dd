/// The results of a benchmark in several sections, each figure next to its comparison: for people or for programs.
struct ComparisonReport {
    let benchmark: String
    let rounds: Int
    let sections: [Section]

    /// A part that can be measured by itself.
    struct Part: Sendable {
        let name: String
        let measure: @Sendable () async throws -> Section
    }

    /// A group of figures.
    struct Section {
        let name: String
        let rows: [Row]
        var notes: [String] = []
    }

    /// One piece of work, and its comparison.
    struct Row {
        let name: String
        let metric: Metric
        let hearth: Measurement
        var comparison: Comparison?
        var target: Target?

        init(
            _ name: String,
            _ metric: Metric,
            _ hearth: Measurement,
            beside comparison: Comparison? = nil,
            target: Target? = nil
        ) {
            self.name = name
            self.metric = metric
            self.hearth = hearth
            self.comparison = comparison
            self.target = target
        }

        /// The ratio of Hearth's figure to the other. A lower ratio is better for times, a higher one for rates.
        var ratio: Double? {
            comparison.map { metric.figure(hearth.median) / metric.figure($0.measurement.median) }
        }
    }

    struct Comparison {
        let name: String
        let measurement: Measurement
    }

    /// The target of the figures.
    enum Target {
        case ratioAtMost(Double)
        case ratioAtLeast(Double)
        /// Above the other figure, in the unit of the report for programs.
        case moreByAtMost(Double)
        /// In the unit of the report for programs.
        case atMost(Double)
        case atLeast(Double)
    }

    func print(json: Bool) {
        Swift.print(json ? asJSON : sections.map { text($0) }.joined(separator: "\n\n"))
    }
}

extension ComparisonReport.Row {
    /// Whether the target is met; nil without one, or when there is nothing to compare with.
    var isMet: Bool? {
        let figure = metric.figure(hearth.median)
        return switch target {
        case .ratioAtMost(let most): ratio.map { $0 <= most }
        case .ratioAtLeast(let least): ratio.map { $0 >= least }
        case .moreByAtMost(let most): comparison.map { figure <= metric.figure($0.measurement.median) + most }
        case .atMost(let most): figure <= most
        case .atLeast(let least): figure >= least
        case nil: nil
        }
    }

    fileprivate var targetText: String {
        guard let target, let isMet else { return "" }
        let text =
            switch target {
            case .ratioAtMost(let most): "<= \(most.decimal)x"
            case .ratioAtLeast(let least): ">= \(least.decimal)x"
            case .moreByAtMost(let most): "<= +\(metric.text(most))"
            case .atMost(let most): "<= \(metric.text(most))"
            case .atLeast(let least): ">= \(metric.text(1e9 / least))"
            }
        return "\(text): \(isMet ? "met" : "missed")"
    }
}

// MARK: - For people

extension ComparisonReport {
    private func text(_ section: Section) -> String {
        let head = [
            "\(benchmark), \(section.name); rounds: \(rounds), in turns; median (slowest - fastest)",
            line("work", "Hearth", "compared with", "ratio", "target"),
        ]
        let rows = section.rows.map { row in
            line(
                row.name,
                row.metric.text(row.hearth),
                row.comparison.map { "\(row.metric.text($0.measurement)) \($0.name)" } ?? "",
                row.ratio.map { "\($0.decimal)x" } ?? "",
                row.targetText
            )
        }
        return (head + rows + section.notes).joined(separator: "\n")
    }

    private func line(_ name: String, _ hearth: String, _ other: String, _ ratio: String, _ target: String) -> String {
        let line = name.padded(52) + hearth.padded(36) + other.padded(60) + ratio.padded(8) + target
        return String(line.reversed().drop { $0 == " " }.reversed())
    }
}

// MARK: - For programs

extension ComparisonReport {
    private var asJSON: String {
        let objects = sections.flatMap { section in section.rows.map { json($0, of: section) } }
        let notes = sections.flatMap { section in section.notes.map { "    \"\(section.name): \($0)\"" } }
        return """
            {
              "benchmark": "\(benchmark)",
              "rounds": \(rounds),
              "notes": [
            \(notes.joined(separator: ",\n"))
              ],
              "results": [
            \(objects.joined(separator: ",\n"))
              ]
            }
            """
    }

    private func json(_ row: Row, of section: Section) -> String {
        var fields = [
            "\"section\": \"\(section.name)\"", "\"work\": \"\(row.name)\"", "\"unit\": \"\(row.metric.rawValue)\"",
            "\"hearth\": \(row.metric.json(row.hearth))",
        ]
        if let comparison = row.comparison, let ratio = row.ratio {
            fields.append("\"compared_with\": \"\(comparison.name)\"")
            fields.append("\"comparison\": \(row.metric.json(comparison.measurement))")
            fields.append("\"ratio\": \(ratio)")
        }
        if let isMet = row.isMet {
            fields.append("\"target\": \"\(row.targetText)\"")
            fields.append("\"target_met\": \(isMet)")
        }
        return "    {\(fields.joined(separator: ", "))}"
    }
}
