import HearthModel

/// How samples are printed.
enum SampleFormat: Sendable {
    /// Values have six digits, or all of them if they are exact.
    case table(DateText, extra: [ExtraColumn] = [], isExact: Bool = false)
    /// An object on each line.
    case json
    case csv(isForTerminal: Bool)
}

/// A column that a table has on request, after the others.
enum ExtraColumn: String, Sendable {
    case type
    case metadata
}

/// Prints samples batch by batch, and keeps none.
struct SamplePrinter {
    private let format: SampleFormat
    private var table: Table
    private var dates = UTCText()
    private(set) var count = 0

    init(_ format: SampleFormat) {
        self.format = format
        var names = ["start", "end", "value", "", "source", "uuid"]
        if case .table(_, let extra, _) = format {
            names += extra.map(\.rawValue)
        }
        table = Table(names, rightAligned: [2], whole: [0, 1])
    }

    /// Prints what comes before the samples, also when there are none.
    /// CSV is of one type.
    func printHeader(of types: [ObjectType], to output: inout Output) throws {
        if case .csv = format, let type = types.first {
            try output.print(SampleCSV.header(of: type))
        }
    }

    /// `contents`: what lines of JSON have on request.
    mutating func print(
        _ columns: SampleColumns,
        pressures: BloodPressureValues? = nil,
        contents: SampleContents? = nil,
        to output: inout Output
    ) throws {
        count += columns.count
        switch format {
        case .table(let dates, let extra, let isExact):
            let rows = columns.ids.indices.map { SampleRow(columns: columns, row: $0, pressures: pressures) }
            try table.print(rows.map { $0.cells(dates, extra, isExact) }, to: &output)
        case .json:
            let text = SampleJSON(columns, pressures: pressures, contents: contents)
            try output.addLines(columns.ids.indices) { text.append($0, to: &$1, &dates) }
        case .csv(let isForTerminal):
            let text = SampleCSV(columns, pressures: pressures, isForTerminal: isForTerminal)
            try output.addLines(columns.ids.indices) { text.append($0, to: &$1, &dates) }
        }
    }
}

extension SampleRow {
    fileprivate func cells(_ dates: DateText, _ extra: [ExtraColumn], _ isExact: Bool) -> [String] {
        let times = [dates.local(start), dates.localEnd(end, after: start)]
        return times + [isExact ? exactValue : roundedValue, unitOrDetail, source, id.description]
            + extra.map { $0 == .type ? type.shortName : metadataText }
    }
}
