/// How far two words are apart.
enum EditDistance {
    /// The fewest letters to add, remove, replace or swap with the next one, to make one word of the other (Damerau and
    /// Levenshtein, where no letter is changed twice).
    static func between(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left), Array(right))
        // Row i holds the distances of the first i letters of the left word from each beginning of the right one.
        var rows = [Array(0...right.count)]
        for (index, letter) in left.enumerated() {
            var row = [index + 1]
            for (column, other) in right.enumerated() {
                let above = rows[index]
                var least = min(above[column + 1] + 1, row[column] + 1, above[column] + (letter == other ? 0 : 1))
                let isSwapped =
                    index > 0 && column > 0 && letter == right[column - 1] && left[index - 1] == other
                if isSwapped {
                    least = min(least, rows[index - 1][column - 1] + 1)
                }
                row.append(least)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}
