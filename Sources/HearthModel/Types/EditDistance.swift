/// How far two words are apart.
package enum EditDistance {
    /// The fewest bytes to add, remove, replace or swap with the next one, to make one word of the other (Damerau and
    /// Levenshtein, where no byte is changed twice).
    package static func between(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Int {
        let (left, right) = (Array(left), Array(right))
        // Row i holds the distances of the first i bytes of the left word from each beginning of the right one. Only the
        // last two rows are needed for the next.
        var (before, above) = ([Int](), Array(0...right.count))
        for (index, letter) in left.enumerated() {
            var row = above
            row[0] = index + 1
            for (column, other) in right.enumerated() {
                var least = min(above[column + 1] + 1, row[column] + 1, above[column] + (letter == other ? 0 : 1))
                if index > 0, column > 0, letter == right[column - 1], left[index - 1] == other {
                    least = min(least, before[column - 1] + 1)
                }
                row[column + 1] = least
            }
            (before, above) = (above, row)
        }
        return above[right.count]
    }
}
