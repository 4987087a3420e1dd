/// The kinds of metrics, and how they are printed.
enum Metric: String {
    /// Nanoseconds a sample, printed as samples a second.
    case samples = "samples_per_second"
    /// Nanoseconds a save, printed as saves a second.
    case saves = "saves_per_second"
    /// Nanoseconds a delivery, printed as deliveries a second.
    case deliveries = "deliveries_per_second"
    /// Nanoseconds.
    case time = "nanoseconds"
    case bytes = "bytes_per_sample"
    case connectionBytes = "bytes_per_connection"
    case memory = "bytes"

    private var isRate: Bool {
        switch self {
        case .samples, .saves, .deliveries: true
        case .time, .bytes, .connectionBytes, .memory: false
        }
    }

    /// A measured figure as it is printed: rates are measured as times.
    func figure(_ measured: Double) -> Double {
        isRate ? 1e9 / measured : measured
    }

    // MARK: - For people

    func text(_ measurement: Measurement) -> String {
        let median = text(measurement.median)
        guard measurement.rounds.count > 1 else { return median }
        return "\(median) (\(text(measurement.slowest)) - \(text(measurement.fastest)))"
    }

    func text(_ measured: Double) -> String {
        let figure = figure(measured)
        switch self {
        case .samples, .saves, .deliveries:
            return figure < 1e6 ? "\((figure / 1e3).decimal) k/s" : "\((figure / 1e6).decimal) M/s"
        case .time:
            switch figure {
            case ..<1e6: return "\((figure / 1e3).decimal) us"
            case ..<1e9: return "\((figure / 1e6).decimal) ms"
            default: return "\((figure / 1e9).decimal) s"
            }
        case .bytes:
            return "\(figure.decimal) B"
        case .connectionBytes:
            return "\((figure / 1_024).decimal) KiB"
        case .memory:
            return "\((figure / 1_048_576).decimal) MiB"
        }
    }

    // MARK: - For programs

    func json(_ measurement: Measurement) -> String {
        """
        {"median": \(figure(measurement.median)), "best": \(figure(measurement.fastest)), \
        "worst": \(figure(measurement.slowest))}
        """
    }
}

extension String {
    /// With spaces behind it, one at least.
    func padded(_ width: Int) -> String {
        self + String(repeating: " ", count: max(1, width - count))
    }
}

extension Double {
    /// With three digits at least, and two decimals at most.
    var decimal: String {
        guard self >= 0 else { return "-\((-self).decimal)" }
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
    var grouped: String {
        let digits = Array("\(self)")
        let groups = stride(from: digits.count, to: 0, by: -3).map { String(digits[Swift.max(0, $0 - 3)..<$0]) }
        return groups.reversed().joined(separator: ",")
    }
}
