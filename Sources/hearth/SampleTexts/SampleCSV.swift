import HearthModel

/// Prints samples as records of a CSV file: what rows share is made once for all of them.
struct SampleCSV {
    /// The columns of all types, which `hearth save --csv` reads, except for workouts.
    static let commonHeader = "start,end,value,unit,source,uuid"

    /// The header of a type. Workouts have further columns, with their units in the names.
    static func header(of type: ObjectType) -> String {
        commonHeader + (type == .workout ? ",duration_s,distance_m,energy_kcal" : "")
    }

    private let columns: SampleColumns
    private let unit: DisplayUnit?
    private let unitField: [UInt8]
    /// For each entry of the provenance.
    private let sourceFields: [[UInt8]]
    private let isForTerminal: Bool
    private let pressures: BloodPressureValues?

    /// A terminal is shown escapes instead of control characters. A file or a pipe holds each text as it is.
    init(_ columns: SampleColumns, pressures: BloodPressureValues? = nil, isForTerminal: Bool) {
        self.columns = columns
        self.pressures = pressures
        self.isForTerminal = isForTerminal
        unit = columns.displayUnit
        unitField = SampleCSV.field(unit?.text ?? pressures?.unit.text ?? "", isForTerminal)
        sourceFields = columns.provenance.entries.map {
            SampleCSV.field($0.source?.bundleIdentifier ?? "", isForTerminal)
        }
    }

    /// Appends a row, without the end of the line.
    func append(_ row: Int, to bytes: inout [UInt8], _ dates: inout UTCText) {
        let start = columns.starts[row]
        let end = columns.end(row)
        dates.append(start, to: &bytes)
        bytes.append(UInt8(ascii: ","))
        if end != start {
            dates.append(end, to: &bytes)
        }
        bytes.append(UInt8(ascii: ","))
        appendValue(row, to: &bytes)
        bytes.append(UInt8(ascii: ","))
        bytes.append(contentsOf: unitField)
        bytes.append(UInt8(ascii: ","))
        bytes.append(entry: row, of: columns.provenance.indexes, sourceFields)
        bytes.append(UInt8(ascii: ","))
        bytes.append(columns.ids[row])
        if case .workout(let workouts) = columns.payload {
            append(workouts, row, to: &bytes)
        }
    }

    /// A total that the workout does not have is an empty field.
    private func append(_ workouts: WorkoutColumns, _ row: Int, to bytes: inout [UInt8]) {
        let detail = workouts.details.isEmpty ? WorkoutDetail() : workouts.details[row]
        let duration = SampleRow(columns: columns, row: row).duration(workouts)
        for number in [duration, detail.totalDistance, detail.totalEnergyBurned] {
            bytes.append(UInt8(ascii: ","))
            if let number {
                bytes.append(number: number)
            }
        }
    }

    private func appendValue(_ row: Int, to bytes: inout [UInt8]) {
        switch columns.payload {
        case .quantity(let quantities) where unit?.decimalPlaces == 0:
            bytes.append(number: quantities.values[row])
        default:
            let value = SampleRow(columns: columns, row: row, pressures: pressures).value
            bytes.append(csvField: isForTerminal ? value.printable : value)
        }
    }

    private static func field(_ text: String, _ isForTerminal: Bool) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(csvField: isForTerminal ? text.printable : text)
        return bytes
    }
}
