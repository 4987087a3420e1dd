/// The results of a benchmark, for people or for programs.
struct Report {
    let benchmark: String
    let rounds: Rounds
    let rows: [Row]

    /// One piece of work.
    struct Row {
        let name: String
        /// Samples in one run of the work.
        let samples: Int
        /// Bytes of the frame.
        let packedBytes: Int
        /// Bytes of the columns in memory.
        let unpackedBytes: Int
        let measurement: Measurement
    }

    func print(json: Bool) {
        Swift.print(json ? asJSON : asText)
    }

    private var asText: String {
        var lines = [
            "\(benchmark): \(rounds.count) rounds each, in turns; median (slowest - fastest)",
            columns("work", "packed", "unpacked", "time", "samples/s"),
        ]
        for row in rows {
            let rate = row.rates
            lines.append(
                columns(
                    row.name,
                    "\(row.packedBytes) B",
                    "\(row.unpackedBytes) B",
                    duration(row.measurement.median),
                    "\(millions(rate.median)) M (\(millions(rate.least)) - \(millions(rate.greatest)))"
                )
            )
        }
        return lines.joined(separator: "\n")
    }

    private var asJSON: String {
        let objects = rows.map { row in
            """
                {"work": "\(row.name)", "samples": \(row.samples), "packed_bytes": \(row.packedBytes), \
            "unpacked_bytes": \(row.unpackedBytes), "median_ns": \(row.measurement.median), \
            "fastest_ns": \(row.measurement.fastest), "slowest_ns": \(row.measurement.slowest), \
            "samples_per_second": \(row.rates.median)}
            """
        }
        return """
            {
              "benchmark": "\(benchmark)",
              "rounds": \(rounds.count),
              "results": [
            \(objects.joined(separator: ",\n"))
              ]
            }
            """
    }

    private func columns(_ name: String, _ packed: String, _ unpacked: String, _ time: String, _ rate: String) -> String
    {
        name.padded(to: 62) + packed.padded(to: 14, right: true) + unpacked.padded(to: 14, right: true)
            + time.padded(to: 12, right: true) + "   " + rate
    }

    private func duration(_ nanoseconds: Double) -> String {
        nanoseconds < 10_000 ? "\(Int(nanoseconds)) ns" : "\(decimal(nanoseconds / 1_000, places: 1)) us"
    }

    private func millions(_ rate: Double) -> String {
        decimal(rate / 1e6, places: rate < 10e6 ? 2 : 1)
    }

    private func decimal(_ number: Double, places: Int) -> String {
        let scale = places == 1 ? 10 : 100
        let scaled = Int((number * Double(scale)).rounded())
        let fraction = "\(scaled % scale)"
        return "\(scaled / scale)." + String(repeating: "0", count: places - fraction.count) + fraction
    }
}

extension Report.Row {
    /// Samples a second.
    var rates: (median: Double, least: Double, greatest: Double) {
        let rate = { (nanoseconds: Double) in Double(samples) / nanoseconds * 1e9 }
        return (rate(measurement.median), rate(measurement.slowest), rate(measurement.fastest))
    }
}

extension String {
    fileprivate func padded(to width: Int, right: Bool = false) -> String {
        let padding = String(repeating: " ", count: max(1, width - count))
        return right ? padding + self : self + padding
    }
}
