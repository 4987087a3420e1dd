internal import HearthModel

/// The summary of the quantities that one sample represents.
final class CondensedQuantities: Sendable {
    let count: Int64
    // In the unit of the sample.
    let minimum: Double
    let maximum: Double
    let mostRecent: Double
    let mostRecentStart: Timestamp
    let mostRecentEnd: Timestamp

    init(
        count: Int64,
        minimum: Double,
        maximum: Double,
        mostRecent: Double,
        mostRecentStart: Timestamp,
        mostRecentEnd: Timestamp
    ) {
        self.count = count
        self.minimum = minimum
        self.maximum = maximum
        self.mostRecent = mostRecent
        self.mostRecentStart = mostRecentStart
        self.mostRecentEnd = mostRecentEnd
    }
}
