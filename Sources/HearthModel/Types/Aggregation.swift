/// How the values of a quantity type are aggregated over time: HealthKit's `HKQuantityAggregationStyle`, with its
/// numbers.
package enum Aggregation: UInt8, Hashable, Sendable, CaseIterable {
    /// Values add up: steps, energy.
    case cumulative = 0
    /// Each value counts once in an average.
    case discreteArithmetic = 1
    /// A value counts in an average for as long as it held.
    case discreteTemporallyWeighted = 2
    /// Sound levels, which are logarithms: the average is that of the energy.
    case discreteEquivalentContinuousLevel = 3
}
