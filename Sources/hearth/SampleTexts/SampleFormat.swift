import HearthModel

/// How samples are printed.
enum SampleFormat: Sendable {
    case table(DateText)
    /// An object on each line.
    case json
    case csv(isForTerminal: Bool)
}

/// Prints samples batch by batch, and keeps none.
struct SamplePrinter {
    private let format: SampleFormat
    private var table = Table(["start", "end", "value", "", "source", "uuid"], rightAligned: [2])
    private var dates = UTCText()
    private(set) var count = 0

    init(_ format: SampleFormat) {
        self.format = format
    }

    /// Prints what comes before the samples, also when there are none.
    func printHeader(to output: inout Output) throws {
        if case .csv = format {
            try output.print(SampleCSV.header)
        }
    }

    mutating func print(_ columns: SampleColumns, to output: inout Output) throws {
        count += columns.count
        switch format {
        case .table(let dates):
            for line in table.lines(columns.rows.map({ $0.cells(dates) })) {
                try output.print(line)
            }
        case .json:
            let text = SampleJSON(columns)
            try output.addLines(columns.ids.indices) { text.append($0, to: &$1, &dates) }
        case .csv(let isForTerminal):
            let text = SampleCSV(columns, isForTerminal: isForTerminal)
            try output.addLines(columns.ids.indices) { text.append($0, to: &$1, &dates) }
        }
    }
}

extension SampleRow {
    fileprivate func cells(_ dates: DateText) -> [String] {
        [dates.local(start), dates.localEnd(end, after: start), value, unitOrDetail, source, id.description]
    }
}
