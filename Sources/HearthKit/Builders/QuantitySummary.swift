internal import Foundation
internal import HearthModel

/// What some quantities of one type come to, added one by one.
struct QuantitySummary {
    private let aggregation: Aggregation
    private var total = 0.0
    // For the average: each value once, and each for as long as it held. Values of sounds are energies here.
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

    /// Adds a value that stands for a number of quantities, in the storage unit.
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

    /// The sum, of types that add up.
    var sum: Double? { aggregation == .cumulative && mostRecent != nil ? total : nil }

    /// The average, of types that do not add up.
    ///
    /// A value counts for as long as it held, in types where HealthKit weighs by time: unless some are of a moment
    /// only, which have no time to weigh, and then each counts once. Sound levels are logarithms, and it is their
    /// energies that have an average.
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
