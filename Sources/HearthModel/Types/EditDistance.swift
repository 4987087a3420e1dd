/// How far two words are apart: the fewest bytes to add, remove, replace or swap with the next one, to make one word of the
/// other (Damerau and Levenshtein, where no byte is changed twice).
package enum EditDistance {
    package static func between(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Int {
        let (left, right) = (Array(left), Array(right))
        let most = max(left.count, right.count)
        return between(left, right, atMost: most) ?? most
    }

    /// Nil if they are further apart than `most`. The work grows with the length of the words times `most`.
    package static func between(_ left: [UInt8], _ right: [UInt8], atMost most: Int) -> Int? {
        guard abs(left.count - right.count) <= most else { return nil }
        let beyond = most + 1
        // Row i holds the distances of the first i bytes of the left word from each beginning of the right one, as far as
        // they can be within the limit. Only the last two rows are needed for the next.
        var before = [Int](repeating: beyond, count: right.count + 1)
        var above = (0...right.count).map { min($0, beyond) }
        var row = before
        for index in left.indices {
            let columns = max(0, index - most)..<min(right.count, index + most + 1)
            row[columns.lowerBound] = columns.lowerBound == 0 ? min(index + 1, beyond) : beyond
            var leastOfRow = row[columns.lowerBound]
            for column in columns {
                var least = min(
                    above[column + 1] + 1,
                    row[column] + 1,
                    above[column] + (left[index] == right[column] ? 0 : 1)
                )
                if index > 0, column > 0, left[index] == right[column - 1], left[index - 1] == right[column] {
                    least = min(least, before[column - 1] + 1)
                }
                row[column + 1] = min(least, beyond)
                leastOfRow = min(leastOfRow, least)
            }
            if columns.upperBound < right.count {
                row[columns.upperBound + 1] = beyond
            }
            // A swap skips a row.
            if leastOfRow > most, index == 0 || above.allSatisfy({ $0 > most }) { return nil }
            (before, above, row) = (above, row, before)
        }
        return above[right.count] > most ? nil : above[right.count]
    }
}
