import Foundation

/// The rows by time; rows of the same time stay in their order.
func orderByTime(_ times: [Date]) -> [Int] {
    times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
}

/// The rows from `start` to before `end`. The times ascend.
func rowsOfSorted(_ times: [Date], from start: Date, to end: Date) -> Range<Int> {
    let first = firstRow(of: times.count) { times[$0] >= start }
    return first..<max(first, firstRow(of: times.count) { times[$0] >= end })
}

/// The first of some rows for which a condition holds, or their number. Once it holds, it holds for all rows after.
func firstRow(of count: Int, where isReached: (Int) -> Bool) -> Int {
    var rows = 0..<count
    while !rows.isEmpty {
        let middle = rows.lowerBound + rows.count / 2
        rows = isReached(middle) ? rows.lowerBound..<middle : (middle + 1)..<rows.upperBound
    }
    return rows.lowerBound
}
