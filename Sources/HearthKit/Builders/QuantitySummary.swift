internal import Foundation
internal import HearthModel

/// The sum, average, minimum and maximum of quantities of one type, updated with each quantity.
struct QuantitySummary {
    private let aggregation: Aggregation
    private var total = 0.0
    // For the average: the values weighted equally, and weighted by duration. Sound levels are converted to energies.
    private var equal = Weighted()
    private var timed = Weighted()
    private var areAllTimed = true
    private(set) var minimum = Double.infinity
    private(set) var maximum = -Double.infinity
    private(set) var mostRecent: WorkoutStatistics.MostRecent?

    private struct Weighted {
        var sum = 0.0
        var weight = 0.0

        mutating func add(_ value: Double, _ weight: Double) {
            sum += value * weight
            self.weight += weight
        }

        var average: Double { sum / weight }
    }

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
        let duration = seconds(from: start, to: end)
        equal.add(level, Double(count))
        timed.add(level, duration)
        areAllTimed = areAllTimed && duration > 0
        minimum = Swift.min(minimum, range?.minimum ?? value)
        maximum = Swift.max(maximum, range?.maximum ?? value)
        let last = range?.mostRecent ?? WorkoutStatistics.MostRecent(value: value, start: start, end: end)
        if last.end >= mostRecent?.end ?? last.end {
            mostRecent = last
        }
    }

    /// The sum; for cumulative types.
    var sum: Double? { aggregation == .cumulative && mostRecent != nil ? total : nil }

    /// The average; for discrete types.
    ///
    /// For types that HealthKit weights by time, each value is weighted by its duration. If a value has no duration,
    /// all are weighted equally. Sound levels are logarithms, so their energies are averaged.
    var average: Double? {
        guard mostRecent != nil else { return nil }
        return switch aggregation {
        case .cumulative: nil
        case .discreteArithmetic: equal.average
        case .discreteTemporallyWeighted: areAllTimed ? timed.average : equal.average
        case .discreteEquivalentContinuousLevel: 10 * log10(areAllTimed ? timed.average : equal.average)
        }
    }
}
