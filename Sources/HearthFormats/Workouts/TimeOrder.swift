import Foundation

/// The rows by time; rows of the same time stay in their order.
func orderByTime(_ times: [Date]) -> [Int] {
    times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
}
