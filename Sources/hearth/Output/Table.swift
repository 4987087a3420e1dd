/// A table that is printed while its rows are still coming: a column is as wide as the rows so far, and grows.
struct Table {
    private let titles: [String]
    /// Numbers end at the right side of their column.
    private let rightAligned: Set<Int>
    private var widths: [Int]
    private var hasHeader = false

    init(_ titles: [String], rightAligned: Set<Int> = []) {
        self.titles = titles
        self.rightAligned = rightAligned
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
        return ((hasHeader ? [] : [titles]) + rows).map(line)
    }

    private func line(_ cells: [String]) -> String {
        let padded = cells.enumerated().map { column, cell in
            let space = String(repeating: " ", count: max(0, widths[column] - cell.count))
            return rightAligned.contains(column) ? space + cell : cell + space
        }
        var line = padded.joined(separator: "  ")[...]
        while line.hasSuffix(" ") {
            line.removeLast()
        }
        return String(line)
    }
}
