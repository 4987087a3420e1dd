import HearthModel

/// One sample of columns, for printing.
struct SampleRow {
    let columns: SampleColumns
    let row: Int

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
        case .correlation(let correlations): correlations.lengths[row].pluralized("sample")
        case .route(let routes): routes.count(row).pluralized("location")
        case .heartbeat(let series): series.count(row).pluralized("beat")
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
        default:
            return ""
        }
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
