import Foundation
import HearthSystem

/// The rows by time; rows of the same time stay in their order.
func orderByTime(_ times: [Date]) -> [Int] {
    times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
}

/// The rows from `start` to before `end`. The times ascend.
func rowsOfSorted(_ times: [Date], from start: Date, to end: Date) -> Range<Int> {
    let first = times.indices.partition { times[$0] < start }
    return first..<max(first, times.indices.partition { times[$0] < end })
}
