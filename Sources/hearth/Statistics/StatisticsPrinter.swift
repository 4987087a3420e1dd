import Foundation
import HearthKit
import HearthModel

/// Prints statistics as a table, as JSON or as CSV.
struct StatisticsPrinter {
    enum Format: Sendable {
        /// With a chart, or without.
        case table(DateText, withChart: Bool)
        case json
        case csv
    }

    private let type: ObjectType
    private let unit: DisplayUnit
    private let columns: [StatisticsColumn]
    /// Nil for one interval that holds everything.
    private let length: IntervalLength?
    private let format: Format
    private let isBySource: Bool
    private let isExact: Bool
    private var table: Table

    init(
        of type: ObjectType,
        in unit: DisplayUnit,
        by length: IntervalLength?,
        _ format: Format,
        bySource isBySource: Bool,
        isExact: Bool
    ) {
        self.isExact = isExact
        self.type = type
        self.unit = unit
        self.length = length
        self.format = format
        self.isBySource = isBySource
        columns = StatisticsColumn.all(of: type)
        let times = length.map { [$0 == .week ? "week from" : $0.rawValue] } ?? ["from", "to"]
        let titles = times + columns.map(\.rawValue) + [""] + (isBySource ? ["source"] : [])
        let numbers = times.count..<times.count + columns.count
        let chart = if case .table(_, true) = format { [""] } else { [] as [String] }
        let whole = Set(titles.indices.filter { $0 != titles.count - 1 || !isBySource })
        table = Table(titles + chart, rightAligned: Set(numbers), whole: whole)
    }

    /// Prints what comes before the first row, also when there is none.
    func printHeader(to output: inout Output) throws {
        if case .csv = format {
            try output.print("start,end,sum,average,minimum,maximum,unit,source")
        }
    }

    /// Prints a row for each of the statistics, and for each source if they are separated.
    mutating func print(_ statistics: [HKStatistics], to output: inout Output) throws {
        try print(statistics.flatMap { StatisticsRow.rows($0, columns, in: unit) }, to: &output)
    }

    /// Prints rows.
    mutating func print(_ rows: [StatisticsRow], to output: inout Output) throws {
        switch format {
        case .table where rows.isEmpty: break
        case .table(let dates, let withChart):
            let longest = rows.compactMap { $0.values.first ?? nil }.max() ?? 0
            let cells = rows.map { row in
                times(of: row, dates) + row.values.map(text) + [unit.text]
                    + (isBySource ? [row.source ?? "all apps"] : [])
                    + (withChart ? [longest > 0 ? Bar.text(((row.values.first ?? nil) ?? 0) / longest) : ""] : [])
            }
            try table.print(cells, to: &output)
        case .json:
            for row in rows {
                try output.print(json(row).text)
            }
        case .csv:
            for row in rows {
                try output.print(csv(row))
            }
        }
    }

    private func times(of row: StatisticsRow, _ dates: DateText) -> [String] {
        guard let length else { return [dates.local(row.start), dates.localEnd(row.end, after: row.start)] }
        return [length.name(of: row.start, dates)]
    }

    private func text(_ value: Double?) -> String {
        value.map { isExact ? unit.text(of: $0) : unit.roundedText(of: $0) } ?? "-"
    }

    private func json(_ row: StatisticsRow) -> JSON {
        let values = zip(columns, row.values).map { column, value in
            (column.rawValue, value.map { JSON.decimal(unit.text(of: $0)) } ?? .null)
        }
        return .members(
            [
                ("type", .string(type.shortName)),
                ("start", .string(DateText.utc(row.start))),
                ("end", .string(DateText.utc(row.end))),
            ] + values + [("unit", .string(unit.text)), ("source", .text(row.source))]
        )
    }

    private func csv(_ row: StatisticsRow) -> String {
        let values = [StatisticsColumn.sum, .average, .minimum, .maximum].map { column in
            columns.firstIndex(of: column).flatMap { row.values[$0] }.map(unit.text) ?? ""
        }
        var bytes: [UInt8] = []
        bytes.append(DateText.utc(row.start) + "," + DateText.utc(row.end) + ",")
        bytes.append(values.joined(separator: ",") + ",")
        bytes.append(csvField: unit.text)
        bytes.append(UInt8(ascii: ","))
        bytes.append(csvField: row.source ?? "")
        return String(decoding: bytes, as: UTF8.self)
    }
}
