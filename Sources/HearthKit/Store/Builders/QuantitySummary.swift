internal import Foundation
internal import HearthModel

/// The sum, average, minimum and maximum of quantities of one type and source, updated with each quantity. The rules are
/// those of the store's statistics.
struct QuantitySummary {
    private let aggregation: Aggregation
    private var total = 0.0
    /// For the average. Sound levels are converted to energies.
    private var weighted = (sum: 0.0, weight: 0.0)
    private(set) var minimum = Double.infinity
    private(set) var maximum = -Double.infinity
    private(set) var mostRecent: WorkoutStatistics.MostRecent?

    /// A quantity weighs at least as much as one that lasts a second.
    private static let leastSeconds = 1.0

    init(of type: ObjectType) {
        aggregation = type.aggregation ?? .discreteArithmetic
    }

    /// Adds the value of one or several quantities, in the storage unit.
    mutating func add(
        _ value: Double,
        count: Int = 1,
        from start: Timestamp,
        to end: Timestamp,
        range: CollectedQuantity.Range? = nil
    ) {
        total += value
        let level = aggregation == .discreteEquivalentContinuousLevel ? pow(10, value / 10) : value
        let weight =
            switch aggregation {
            case .discreteTemporallyWeighted, .discreteEquivalentContinuousLevel:
                max(seconds(from: start, to: end), QuantitySummary.leastSeconds)
            case .discreteArithmetic, .cumulative: Double(count)
            }
        weighted.sum += level * weight
        weighted.weight += weight
        minimum = Swift.min(minimum, range?.minimum ?? value)
        maximum = Swift.max(maximum, range?.maximum ?? value)
        let last = range?.mostRecent ?? WorkoutStatistics.MostRecent(value: value, start: start, end: end)
        if mostRecent.map({ ($0.end, $0.start) <= (last.end, last.start) }) ?? true {
            mostRecent = last
        }
    }

    /// The sum; for cumulative types.
    var sum: Double? { aggregation == .cumulative && mostRecent != nil ? total : nil }

    /// The average; for discrete types.
    ///
    /// For types that HealthKit weights by time, each value is weighted by its duration, and one without as if it lasted
    /// a second. Sound levels are logarithms, so their energies are averaged.
    var average: Double? {
        guard mostRecent != nil, aggregation != .cumulative else { return nil }
        let mean = weighted.sum / weighted.weight
        let average = aggregation == .discreteEquivalentContinuousLevel ? 10 * log10(mean) : mean
        // However it was rounded.
        return Swift.min(Swift.max(average, minimum), maximum)
    }
}
