/// How the values of several samples of a quantity type come together.
public enum HKQuantityAggregationStyle: Int, Sendable {
    /// They add up, as steps do.
    case cumulative = 0
    /// Each counts once in an average.
    case discreteArithmetic = 1
    /// Each counts in an average for as long as it held.
    case discreteTemporallyWeighted = 2
    /// Sound levels: the average is that of the energy.
    case discreteEquivalentContinuousLevel = 3

    /// The former name of `discreteArithmetic`.
    @available(*, deprecated, renamed: "discreteArithmetic")
    public static var discrete: HKQuantityAggregationStyle { .discreteArithmetic }
}
