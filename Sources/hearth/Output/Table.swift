import HearthModel

/// A table that is printed while its rows are still coming: a column is as wide as the rows so far, and grows. On a
/// terminal long texts are cut, so that a row is a line.
struct Table {
    private let titles: [String]
    /// Numbers end at the right side of their column.
    private let rightAligned: Set<Int>
    /// Columns that are never cut, apart from numbers.
    private let whole: Set<Int>
    /// Nil if the lines may have any length.
    private let width: Int?
    private var widths: [Int]
    private var hasHeader = false

    init(_ titles: [String], rightAligned: Set<Int> = [], whole: Set<Int> = [], width: Int? = Terminal.width) {
        self.titles = titles
        self.rightAligned = rightAligned
        self.whole = whole
        self.width = width
        widths = titles.map(\.count)
    }

    /// The next rows as lines; before the first ones the header.
    mutating func lines(_ rows: [[String]]) -> [String] {
        // Before the widths are known: escapes are longer than what they stand for.
        let rows = rows.map { $0.map(\.printable) }
        for row in rows {
            for (column, cell) in row.enumerated() {
                widths[column] = max(widths[column], cell.count)
            }
        }
        defer { hasHeader = true }
        let widths = shownWidths
        return ((hasHeader ? [] : [titles]) + rows).map { line($0, widths) }
    }

    /// Adds the next rows to the output; before the first ones the header, which is bold on a terminal.
    mutating func print(_ rows: [[String]], to output: inout Output) throws {
        let isHeaderBold = !hasHeader && Terminal.hasColours
        for (index, line) in lines(rows).enumerated() {
            if isHeaderBold, index == 0 {
                try output.print(line, after: Colour.bold, before: Colour.end)
            } else {
                try output.print(line)
            }
        }
    }

    private static let leastWidth = 8
    private static let space = 2

    /// The widths of the columns in a line that fits: the widest texts are cut first.
    private var shownWidths: [Int] {
        guard let width else { return widths }
        var shown = widths
        var surplus = shown.reduce(-Table.space) { $0 + $1 + Table.space } - width
        while surplus > 0 {
            let texts = shown.indices.filter {
                !rightAligned.contains($0) && !whole.contains($0) && shown[$0] > Table.leastWidth
            }
            guard let widest = texts.max(by: { shown[$0] < shown[$1] }) else { break }
            shown[widest] -= 1
            surplus -= 1
        }
        return shown
    }

    private func line(_ cells: [String], _ widths: [Int]) -> String {
        let padded = cells.enumerated().map { column, cell in
            let cell = cell.count > widths[column] ? String(cell.prefix(widths[column] - 1)) + "…" : cell
            let space = String(repeating: " ", count: max(0, widths[column] - cell.count))
            return rightAligned.contains(column) ? space + cell : cell + space
        }
        var line = padded.joined(separator: String(repeating: " ", count: Table.space))[...]
        while line.hasSuffix(" ") {
            line.removeLast()
        }
        return String(line)
    }
}
