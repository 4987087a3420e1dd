import HearthModel

/// How samples are printed.
enum SampleFormat: Sendable {
    case table(DateText)
    /// An object on each line.
    case json
    case csv

    /// What CSV files begin with; `hearth save --csv` reads them.
    static let csvHeader = "start,end,value,unit,source,uuid"
}

/// Prints samples batch by batch, and keeps none.
struct SamplePrinter {
    private let format: SampleFormat
    private var table = Table(["start", "end", "value", "", "source", "uuid"], rightAligned: [2])
    private(set) var count = 0

    init(_ format: SampleFormat) {
        self.format = format
    }

    /// What comes before the samples, also when there are none.
    var header: [String] {
        if case .csv = format { [SampleFormat.csvHeader] } else { [] }
    }

    mutating func lines(_ rows: [SampleRow]) -> [String] {
        guard !rows.isEmpty else { return [] }
        count += rows.count
        return switch format {
        case .table(let dates): table.lines(rows.map { $0.cells(dates) })
        case .json: rows.map(\.json)
        case .csv: rows.map(\.csv)
        }
    }
}

extension SampleRow {
    fileprivate func cells(_ dates: DateText) -> [String] {
        [
            dates.local(start), dates.localEnd(end, after: start), value, unitOrDetail, source.printable,
            id.description,
        ]
    }

    fileprivate var csv: String {
        let ending = start == end ? "" : DateText.utc(end)
        return [DateText.utc(start), ending, value, unit?.text ?? "", source, id.description]
            .map(\.csvField).joined(separator: ",")
    }
}
