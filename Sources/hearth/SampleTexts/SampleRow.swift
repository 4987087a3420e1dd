import Foundation
import HearthModel

/// One sample of columns, for printing.
struct SampleRow {
    let columns: SampleColumns
    let row: Int
    /// Of columns of blood pressures.
    var pressures: BloodPressureValues?

    var type: ObjectType { columns.type }
    var id: ObjectID { columns.ids[row] }
    var start: Timestamp { columns.starts[row] }
    var end: Timestamp { columns.end(row) }
    var provenance: Provenance? { columns.provenance[row] }
    var metadata: Metadata? { columns.metadata[row] }
    var source: String { provenance?.source?.bundleIdentifier ?? "" }

    /// The unit that goes with the value; nil when it is not a quantity.
    var unit: DisplayUnit? { columns.displayUnit }

    /// The value without its unit: a number, or the name of a category's value or of a workout's activity.
    var value: String {
        switch columns.payload {
        case .quantity(let quantities):
            unit?.text(of: quantities.values[row]) ?? quantities.values[row].shortText
        case .category(let categories):
            type.categoryValues?.name(of: categories.values[row]) ?? "\(categories.values[row])"
        case .workout(let workouts): workouts.activityTypes[row].name
        case .correlation(let correlations): pressure ?? correlations.lengths[row].counted("sample")
        case .route(let routes): routes.count(row).counted("location")
        case .heartbeat(let series): series.count(row).counted("beat")
        case .record(let columns): columns.records[row].summary
        }
    }

    /// What else there is to say about the value.
    var unitOrDetail: String {
        switch columns.payload {
        case .quantity(let quantities):
            let count = quantities.count(row)
            return (unit?.text ?? "") + (count > 1 ? " (\(count))" : "")
        case .workout(let workouts):
            return workoutDetail(workouts)
        case .correlation where pressure != nil:
            return pressures?.unit.text ?? ""
        case .record(let columns):
            switch RecordSchema.of(type)?.series {
            case .voltages: return columns.count(row).counted("voltage")
            case .contents: return columns.count(row).counted("byte")
            case nil: return ""
            }
        default:
            return ""
        }
    }

    /// The value as a table shows it.
    var roundedValue: String {
        guard case .quantity(let quantities) = columns.payload, let unit else { return value }
        return unit.roundedText(of: quantities.values[row])
    }

    /// The value with all its digits: one that was converted from the stored unit without the last digit, which comes
    /// from the conversion. 176 lb are stored in kg, and 175.99999999999997 lb come back.
    var exactValue: String {
        guard case .quantity(let quantities) = columns.payload, let unit, unit != type.displayUnit else { return value }
        return unit.text(of: quantities.values[row].withoutLastDigit)
    }

    /// The value with its unit. A share is shown as the percentage that is printed for it.
    var valueAndUnit: String {
        if case .quantity(let quantities) = columns.payload, unit?.text == "1", let percent = type.displayUnit,
            percent.decimalPlaces > 0
        {
            return "\(percent.text(of: quantities.values[row])) \(percent.text)"
        }
        return "\(value) \(unitOrDetail)".trimmed
    }

    /// What a command read, as one line of text: `heartRate 72 count/min, at 2026-11-21 10:00:00`.
    func summary(_ texts: DateText) -> String {
        let end = texts.localEnd(end, after: start)
        let time = end.isEmpty ? "at \(texts.local(start))" : "from \(texts.local(start)) to \(end)"
        return "\(type.shortName) \(valueAndUnit), \(time)"
    }

    /// The value of a blood pressure whose two samples are stored: `120/80`.
    var pressure: String? { pressures?.texts[row] }

    /// The UUIDs of a correlation's members.
    var members: ArraySlice<ObjectID> {
        guard case .correlation(let correlations) = columns.payload else { return [] }
        let start = correlations.lengths[..<row].reduce(0) { $0 + Int($1) }
        return correlations.members[start..<start + Int(correlations.lengths[row])]
    }

    private func workoutDetail(_ workouts: WorkoutColumns) -> String {
        var parts = [duration(workouts).clockText]
        if !workouts.details.isEmpty {
            let detail = workouts.details[row]
            parts += detail.totalDistance.map { ["\(($0 / 1_000).hundredths) km"] } ?? []
            parts += detail.totalEnergyBurned.map { ["\($0.rounded().shortText) kcal"] } ?? []
        }
        return parts.joined(separator: ", ")
    }

    /// Seconds without pauses.
    func duration(_ workouts: WorkoutColumns) -> Double {
        guard workouts.durations.isEmpty else { return workouts.durations[row] }
        return Double(end.nanoseconds - start.nanoseconds) / 1e9
    }
}

extension SampleColumns {
    /// The samples one by one.
    var rows: [SampleRow] { ids.indices.map { SampleRow(columns: self, row: $0) } }

    /// The unit of the values, as it is shown; nil when they are not quantities.
    var displayUnit: DisplayUnit? {
        guard case .quantity(let quantities) = payload else { return nil }
        return quantities.unit.map { DisplayUnit($0, of: type) } ?? type.displayUnit
    }
}

extension Double {
    /// With six significant digits, or as many as it has before the point.
    var withSixDigits: Double {
        guard isFinite else { return self }
        let digits = Swift.max(6, Int(log10(Swift.max(1, magnitude))) + 1)
        return Double(String(format: "%.\(digits)g", self)) ?? self
    }

    /// With 15 significant digits, which hide the error of a conversion.
    var withoutLastDigit: Double { Double(String(format: "%.15g", self)) ?? self }

    /// Seconds as a clock shows them: `25:30`, `1:02:03`. No clock shows more hours than an integer counts.
    var clockText: String {
        guard let seconds = rounded().exactInteger else { return "\(shortText) s" }
        guard seconds >= 0 else { return "-" + magnitude.clockText }
        let two = { (number: Int64) in number < 10 ? "0\(number)" : "\(number)" }
        let minutes = seconds / 60 % 60
        return seconds < 3_600
            ? "\(minutes):\(two(seconds % 60))" : "\(seconds / 3_600):\(two(minutes)):\(two(seconds % 60))"
    }

    /// With two digits after the point, unless the number is so large that it has none.
    var hundredths: String {
        guard let number = (magnitude * 100).rounded().exactInteger else { return shortText }
        let sign = self < 0 && number > 0 ? "-" : ""
        return "\(sign)\(number / 100).\(number % 100 < 10 ? "0" : "")\(number % 100)"
    }
}
